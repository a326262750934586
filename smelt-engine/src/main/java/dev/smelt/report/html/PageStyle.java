package dev.smelt.report.html;

/** The page's one style sheet: light and dark as the reader's system says, and down to the width of a phone. */
final class PageStyle {
    private PageStyle() {}

    static final String CSS = """
            :root {
              color-scheme: light dark;
              --paper: #f6f5f1; --surface: #ffffff; --sunk: #f0eee8; --ink: #1f2328; --soft: #646c76; --line: #e2dfd6;
              --accent: #b8461b; --fresh: #2f8f73; --open: #4a7fc4; --stale: #d29412; --hole: #c9453a; --bad: #c02f3d;
              --none: #a9adb2; --fresh-ink: #1c6650; --open-ink: #2c5a98; --stale-ink: #85590a; --hole-ink: #a5322a;
              --bad-ink: #9d1f2d; --edge: #bdb8ab; --shadow: 0 1px 2px rgb(40 30 10 / .06), 0 4px 14px rgb(40 30 10 / .05);
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --paper: #131518; --surface: #1b1e22; --sunk: #23272c; --ink: #e8e6e1; --soft: #9aa1aa; --line: #2e3339;
                --accent: #f08a57; --fresh: #45b594; --open: #6fa3e8; --stale: #e5b04a; --hole: #ea7266; --bad: #f0707c;
                --none: #666c74; --fresh-ink: #7fd6bb; --open-ink: #a3c6f5; --stale-ink: #f0c876; --hole-ink: #f5a097;
                --bad-ink: #f7a0a8; --edge: #4a5159; --shadow: none;
              }
            }
            * { box-sizing: border-box; }
            html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
            body {
              margin: 0; background: var(--paper); color: var(--ink);
              font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
            }
            main, header.top { max-width: 1080px; margin: 0 auto; padding: 0 24px; }
            header.top { padding-top: 44px; }
            .kicker { margin: 0; color: var(--accent); font-weight: 650; letter-spacing: .04em; font-size: 13px; }
            h1 { margin: 2px 0 4px; font-size: 34px; line-height: 1.15; letter-spacing: -.02em; }
            h2 { margin: 48px 0 14px; font-size: 20px; letter-spacing: -.01em; }
            h3 { margin: 0; font-size: 16px; overflow-wrap: anywhere; }
            h4 { margin: 20px 0 6px; font-size: 13px; color: var(--soft); font-weight: 600; }
            p { margin: 6px 0; }
            code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
              font-size: .88em; }
            code { overflow-wrap: anywhere; }
            pre { margin: 8px 0; padding: 10px 12px; background: var(--sunk); border-radius: 8px; overflow-x: auto; }
            .lead, .note, .kept, .where, .when { color: var(--soft); }
            .note, .kept, .where, .when { font-size: 13px; }
            .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 12px;
              margin-top: 24px; }
            .figure, .card, .panel, .run { background: var(--surface); border: 1px solid var(--line);
              border-radius: 12px; box-shadow: var(--shadow); }
            .figure { padding: 12px 16px; }
            .figure b { display: block; font-size: 25px; line-height: 1.25; font-variant-numeric: tabular-nums;
              letter-spacing: -.02em; }
            .figure span { color: var(--soft); font-size: 13px; }
            .figure.stale b { color: var(--stale-ink); } .figure.hole b { color: var(--hole-ink); }
            .figure.open b { color: var(--open-ink); } .figure.bad b { color: var(--bad-ink); }
            .panel { padding: 18px 20px; }
            .scroll { overflow-x: auto; }
            .card { padding: 18px 20px; margin: 14px 0; scroll-margin-top: 12px; }
            .card:target { border-color: var(--accent); }
            .card h3 { display: flex; gap: 10px; align-items: center; justify-content: space-between; }
            .badge { flex: none; font-size: 12px; font-weight: 600; padding: 2px 10px; border-radius: 99px;
              background: color-mix(in srgb, var(--none) 18%, transparent); color: var(--soft); }
            .badge:empty { display: none; }
            .badge.fresh { background: color-mix(in srgb, var(--fresh) 16%, transparent); color: var(--fresh-ink); }
            .badge.open { background: color-mix(in srgb, var(--open) 16%, transparent); color: var(--open-ink); }
            .badge.stale { background: color-mix(in srgb, var(--stale) 18%, transparent); color: var(--stale-ink); }
            .badge.hole { background: color-mix(in srgb, var(--hole) 16%, transparent); color: var(--hole-ink); }
            .badge.bad { background: color-mix(in srgb, var(--bad) 16%, transparent); color: var(--bad-ink); }
            b.fresh { color: var(--fresh-ink); } b.open { color: var(--open-ink); } b.stale { color: var(--stale-ink); }
            b.hole { color: var(--hole-ink); }
            svg { display: block; }
            .graph { max-width: 100%; height: auto; margin: 0 auto; font-family: inherit; }
            .graph.narrow { display: none; }
            .graph a { text-decoration: none; }
            .node .box { fill: var(--surface); stroke: var(--line); stroke-width: 1.3; }
            .node.source .box, .node.seed .box { fill: var(--sunk); stroke-dasharray: 4 3; stroke: var(--edge); }
            .node.incremental .box { stroke: color-mix(in srgb, var(--accent) 55%, var(--line)); }
            .graph a:hover .box, .graph a:focus .box { stroke: var(--accent); stroke-width: 2; }
            .node .schema { fill: var(--soft); font-size: 11px; }
            .node .name { fill: var(--ink); font-size: 13.5px; font-weight: 600; }
            .edge { fill: none; stroke: var(--edge); stroke-width: 1.5; }
            .tip { fill: var(--edge); }
            .dot.fresh { fill: var(--fresh); } .dot.open { fill: var(--open); } .dot.stale { fill: var(--stale); }
            .dot.hole { fill: var(--hole); } .dot.bad { fill: var(--bad); }
            .strip, .ticks, .reach, .bar { width: 100%; overflow: visible; }
            .track { fill: var(--sunk); }
            .cell.fresh { fill: var(--fresh); } .cell.open { fill: var(--open); } .cell.stale { fill: var(--stale); }
            .cell.bad { fill: var(--bad); }
            .cell.hole { fill: color-mix(in srgb, var(--hole) 14%, var(--surface)); }
            .cell.pale { opacity: .2; }
            .hatch { pointer-events: none; }
            .ticks text { fill: var(--soft); font-size: 11px; font-variant-numeric: tabular-nums; }
            .ticks line { stroke: var(--edge); }
            .calendar { display: grid; gap: 7px; }
            .lane { display: grid; grid-template-columns: 200px 1fr; gap: 14px; align-items: center; color: inherit;
              text-decoration: none; }
            .lane-name { font-size: 13.5px; font-weight: 550; overflow: hidden; text-overflow: ellipsis; }
            a.lane:hover .lane-name { color: var(--accent); }
            .legend { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 14px 0 0; color: var(--soft); font-size: 13px; }
            .key { display: inline-flex; gap: 7px; align-items: center; }
            .coverage { margin: 14px 0 4px; }
            .ranges { list-style: none; margin: 4px 0 0; padding: 0; font-size: 13.5px; }
            .ranges li { margin: 2px 0; }
            summary { cursor: pointer; }
            .reasons p { padding-left: 12px; border-left: 2px solid var(--line); }
            .reference { padding: 11px 0; border-top: 1px solid var(--line); }
            .reference .head { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; }
            .reference .what { font-weight: 600; font-size: 13.5px; }
            .tag { font-size: 11.5px; color: var(--accent); border: 1px solid currentColor; border-radius: 99px;
              padding: 0 8px; }
            .where { margin-left: auto; font-size: 12px; overflow-wrap: anywhere; }
            .reach { margin: 7px 0 5px; }
            .reach .reads { fill: color-mix(in srgb, var(--open) 62%, var(--surface)); }
            .reach .driver { fill: color-mix(in srgb, var(--accent) 70%, var(--surface)); }
            .reach .p { fill: none; stroke: var(--ink); stroke-width: 1.5; }
            .bounds { font-size: 13.5px; margin: 2px 0; }
            .map { font-weight: 650; }
            .proof { list-style: none; margin: 4px 0 0; padding: 0 0 0 12px; border-left: 2px solid var(--line);
              font-size: 13px; }
            .proof li { margin: 6px 0; }
            .side { color: var(--soft); margin-right: 8px; }
            .formula { margin-right: 8px; }
            .clause { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; }
            .clause code { background: var(--sunk); padding: 1px 6px; border-radius: 5px; }
            .finding { font-size: 13.5px; padding: 7px 12px; border-radius: 8px; background: var(--sunk);
              overflow-wrap: anywhere; }
            .finding b { color: var(--soft); }
            .finding.error { background: color-mix(in srgb, var(--bad) 10%, transparent); }
            .finding.error b { color: var(--bad-ink); }
            .finding.warning { background: color-mix(in srgb, var(--stale) 12%, transparent); }
            .finding.warning b { color: var(--stale-ink); }
            .headline { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; margin-top: 12px; }
            .headline code { font-weight: 650; }
            .runs { display: grid; gap: 8px; }
            .run { display: grid; grid-template-columns: 1fr 100px 160px 160px; gap: 4px 16px; align-items: center;
              padding: 9px 16px; }
            .run .finding { grid-column: 1 / -1; margin: 2px 0; }
            .took { display: grid; grid-template-columns: 1fr 74px; gap: 10px; align-items: center; font-size: 13px;
              font-variant-numeric: tabular-nums; text-align: right; }
            footer { max-width: 1080px; margin: 44px auto 0; padding: 0 24px 40px; color: var(--soft); font-size: 13px; }
            @media (max-width: 720px) {
              header.top { padding-top: 24px; }
              main, header.top, footer { padding-left: 14px; padding-right: 14px; }
              h1 { font-size: 27px; overflow-wrap: anywhere; }
              h2 { margin-top: 36px; }
              .figures { grid-template-columns: repeat(3, 1fr); gap: 8px; }
              .figure { padding: 9px 11px; } .figure b { font-size: 20px; } .figure span { font-size: 12px; }
              .panel, .card { padding: 14px; }
              .graph.wide { display: none; } .graph.narrow { display: block; }
              .lane { grid-template-columns: 1fr; gap: 2px; }
              .lane.scale .lane-name { display: none; }
              .tick.odd { display: none; }
              .where { margin-left: 0; flex-basis: 100%; }
              .run { grid-template-columns: 1fr auto; } .run .ask, .run .took { grid-column: 1 / -1; }
              .run .came { order: 1; justify-self: end; }
              .run .took, .run .finding { order: 2; }
            }
            @media print { .card, .run, .panel { break-inside: avoid; box-shadow: none; } }
            """;
}
