package dev.smelt.law;

import dev.smelt.law.TimeOperand.Kind;
import dev.smelt.time.Granularity;
import dev.smelt.time.TimeAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Generates the SQL of one incremental model over {@link Feed}s. Every query it is made of yields the same four columns: a
 * clock p, a key k, a measure v and another time t, so that any can stand where another stood.
 */
final class RandomModel {
    /** A query and the type of its p. */
    private record Part(String sql, Kind kind) {}

    /** Something to stand in FROM, and its columns as expressions. */
    private record Item(String from, String alias, TimeOperand p, String k, String v, String t, String all) {
        TimeOperand time() {
            return new TimeOperand(t, p.isInteger() ? Kind.INTEGER : Kind.TIMESTAMP);
        }
    }

    private record NamedPart(String name, Part part) {}

    private final Choices choices;
    private final TimeConditions times;
    private final List<Feed> feeds;
    private final List<Upstream> upstreams;
    private final long firstDay;
    private final List<NamedPart> ctes = new ArrayList<>();
    private final Map<String, String> calls = new TreeMap<>();
    private final Set<String> overrides = new TreeSet<>();
    private final Optional<String> self;
    private int names;

    /**
     * A function that models of a project may call.
     *
     * @param parameters of which the first is the rows, where the body is a query
     */
    record Function(String name, List<String> parameters, String kinds, String body) {
        String text() {
            return "smelt.define " + name + "(" + kinds + ") AS (" + body + ")\n";
        }

        String call(List<String> arguments) {
            return "smelt.functions." + name + "(" + String.join(", ", arguments) + ")";
        }

        String expanded(List<String> arguments) {
            String expanded = body;
            for (int i = 0; i < parameters.size(); i++) {
                expanded = expanded.replaceAll("\\b" + parameters.get(i) + "\\b", arguments.get(i));
            }
            return "(" + expanded + ")";
        }
    }

    private static final Function RECENT = new Function(
            "recent",
            List.of("measure", "day"),
            "measure: Integer, day: Date",
            "CAST(SUM(measure) OVER (ORDER BY day RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW) AS BIGINT)");

    private static final Function SMOOTHED = new Function(
            "smoothed",
            List.of("events"),
            "events: Table",
            "SELECT s.p, s.k, CAST(max(s.v) OVER (ORDER BY s.p RANGE BETWEEN CURRENT ROW AND INTERVAL '1 day' FOLLOWING) AS BIGINT) AS v, s.t"
                    + " FROM (SELECT e.p, e.k, e.t, CAST(sum(e.v) OVER (PARTITION BY e.k ORDER BY e.p RANGE BETWEEN INTERVAL '2 days' PRECEDING AND INTERVAL '1 day' FOLLOWING) AS BIGINT) AS v"
                    + " FROM events AS e) AS s");

    static final List<Function> FUNCTIONS = List.of(RECENT, SMOOTHED);

    /** A model that another one can read. */
    record Upstream(String name, Kind kind) {}

    private RandomModel(
            Choices choices, long firstDay, Optional<String> self, List<Feed> feeds, List<Upstream> upstreams) {
        this.self = self;
        this.choices = choices;
        this.firstDay = firstDay;
        this.times = new TimeConditions(choices, day(5));
        this.feeds = feeds;
        this.upstreams = upstreams;
    }

    /** @param firstDay the day at which the data begins, near which constant dates lie */
    static GeneratedModel generate(Choices choices, long firstDay) {
        List<Feed> feeds = choices.chance(8) ? Feed.INTEGERS : Feed.TIMES;
        return new RandomModel(choices, firstDay, Optional.empty(), feeds, List.of()).model();
    }

    /**
     * A model of a project, which can do what only a project can: call functions, sign overrides, read itself.
     *
     * @param self the name under which the model may read itself
     * @param upstreams models of the same columns that may be read, too
     */
    static GeneratedModel generate(
            Choices choices, long firstDay, String self, List<Feed> feeds, List<Upstream> upstreams) {
        return new RandomModel(choices, firstDay, Optional.of(self), feeds, upstreams).model();
    }

    static TimeOperand clock(Feed feed, String alias) {
        String clock = alias + "." + feed.partition();
        if (feed == Feed.R_TEXT) {
            return new TimeOperand("CAST(" + clock + " AS DATE)", Kind.DATE);
        }
        Kind kind = !feed.granularity().isTime()
                ? Kind.INTEGER
                : feed == Feed.R_TICK || feed == Feed.R_HOUR ? Kind.TIMESTAMP : Kind.DATE;
        return new TimeOperand(clock, kind);
    }

    private String day(int after) {
        return "'" + TimeAxis.dateOf(firstDay + after * Granularity.MICROS_PER_DAY) + "'";
    }

    private GeneratedModel model() {
        Part part =
                self.isPresent() && choices.chance(18) ? ofProjects(self.get()) : query(1 + choices.weighted(4, 5, 2));
        StringBuilder sql = new StringBuilder();
        for (NamedPart cte : ctes) {
            sql.append(sql.isEmpty() ? "WITH " : ", ")
                    .append(cte.name())
                    .append(" AS (")
                    .append(cte.part().sql())
                    .append(") ");
        }
        sql.append(part.sql());
        Granularity granularity =
                sql.toString().contains("smelt." + self.orElse("") + " ") ? Granularity.DAY : granularity(part.kind());
        return new GeneratedModel(sql.toString(), part.kind(), granularity, calls, List.copyOf(overrides));
    }

    private Granularity granularity(Kind kind) {
        if (kind == Kind.INTEGER) {
            return Granularity.INTEGER;
        }
        List<Granularity> longer = List.of(
                Granularity.DAY,
                Granularity.DAY,
                Granularity.DAY,
                Granularity.DAY,
                Granularity.DAY,
                Granularity.MONTH,
                Granularity.WEEK,
                Granularity.week(java.time.DayOfWeek.SUNDAY),
                Granularity.QUARTER,
                Granularity.YEAR);
        return kind == Kind.TIMESTAMP && choices.chance(15) ? Granularity.HOUR : choices.of(longer);
    }

    private String name(String prefix) {
        return prefix + names++;
    }

    // ---- what stands in FROM

    private Item item(int depth) {
        int kind = depth <= 0 ? choices.weighted(8, 0, 1, 0) : choices.weighted(8, 6, 3, 3);
        if (kind == 2 && ctes.isEmpty()) {
            kind = 0;
        }
        return switch (kind) {
            case 0 ->
                !upstreams.isEmpty() && choices.chance(60) ? upstream(choices.of(upstreams)) : table(choices.of(feeds));
            case 1 -> derived(query(depth - 1));
            case 2 -> named(choices.of(ctes));
            default -> {
                Part part = query(depth - 1);
                NamedPart cte = new NamedPart(name("c"), part);
                ctes.add(cte);
                yield named(cte);
            }
        };
    }

    private Item upstream(Upstream model) {
        return item(model.name(), model.kind());
    }

    private Item derived(Part part) {
        return item("(" + part.sql() + ")", part.kind());
    }

    private Item named(NamedPart cte) {
        return item(cte.name(), cte.part().kind());
    }

    private Item item(String text, Kind kind) {
        String alias = name("q");
        return new Item(
                text + " AS " + alias,
                alias,
                new TimeOperand(alias + ".p", kind),
                alias + ".k",
                alias + ".v",
                alias + ".t",
                String.join(", ", alias + ".p", alias + ".k", alias + ".v", alias + ".t"));
    }

    private Item table(Feed feed) {
        String alias = name("x");
        TimeOperand p = clock(feed, alias);
        String other = feed.otherTime()
                .map(column -> alias + "." + column)
                .orElse(p.asTimestamp().sql());
        if (feed == Feed.R_DAY && choices.chance(25)) {
            p = choices.of(new TimeOperand(other, Kind.TIMESTAMP), new TimeOperand(other, Kind.TIMESTAMP).asDate());
        }
        String k = alias + ".k";
        String v = alias + ".v";
        String order = String.join(", ", p.sql(), k, v, other);
        return new Item(feed.table() + " AS " + alias, alias, p, k, v, other, order);
    }

    // ---- queries

    private Part query(int depth) {
        if (depth <= 0) {
            return plain(item(0));
        }
        return switch (choices.weighted(10, 24, 14, 20, 12, 6, 3, 5, 5, 3, 2, 5, 4, 4, 2, 2, 4, 3, 5)) {
            case 0 -> plain(item(depth));
            case 1 -> join(depth);
            case 2 -> aggregate(item(depth));
            case 3 -> window(item(depth));
            case 4 -> filteredBySubquery(depth);
            case 5 -> setOperation(depth);
            case 6 -> distinct(item(depth));
            case 7 -> qualified(item(depth));
            case 8 -> scalarSubquery(depth);
            case 9 -> sessions(item(depth));
            case 10 -> withLookup(item(depth));
            case 11 -> threeWays(depth);
            case 12 -> using(depth);
            case 13 -> star(query(depth - 1));
            case 14 -> spine(item(depth));
            case 15 -> asOf(depth);
            case 16 -> windowOverGroups(item(depth));
            case 17 -> late();
            default -> halfJoin(depth);
        };
    }

    private String select(TimeOperand p, String k, String v, String t) {
        return "SELECT " + p.sql() + " AS p, " + k + " AS k, " + v + " AS v, " + t + " AS t";
    }

    private Part plain(Item x) {
        TimeOperand p = times.projected(x.p());
        String where = choices.chance(40) ? " WHERE " + filter(x) : "";
        return new Part(select(p, x.k(), x.v(), x.t()) + " FROM " + x.from() + where, p.kind());
    }

    private String filter(Item x) {
        String noise = times.noise(x.k(), x.v(), x.p());
        return choices.chance(35) ? times.tie(x.p(), x.time()) + " AND " + noise : noise;
    }

    private Part join(int depth) {
        Item x = item(depth - 1);
        Item y = choices.chance(20) && !ctes.isEmpty() ? named(choices.of(ctes)) : item(depth - 1);
        return joined(x, y, choices.of("JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", ","));
    }

    private Part joined(Item x, Item y, String kind) {
        String tie = times.tie(x.p(), y.p());
        String keys = choices.chance(70) ? x.k() + " = " + y.k() + " AND " : "";
        String more = choices.chance(15) ? " AND " + times.noise(y.k(), y.v(), y.p()) : "";
        if (choices.chance(6)) {
            Item z = item(0);
            more = " AND EXISTS (SELECT 1 FROM " + z.from() + " WHERE " + times.tie(choices.of(x.p(), y.p()), z.p())
                    + ")";
        }
        String from;
        String where = "";
        boolean inner = kind.equals("JOIN") || kind.equals(",");
        if (kind.equals(",")) {
            from = x.from() + ", " + y.from();
            where = " WHERE " + keys + tie + more;
        } else if (choices.chance(inner ? 20 : 5)) {
            from = x.from() + " " + kind + " " + y.from() + " ON " + x.k() + " = " + y.k();
            where = " WHERE " + tie + more;
        } else {
            from = x.from() + " " + kind + " " + y.from() + " ON " + keys + tie + more;
            where = choices.chance(15) ? " WHERE " + times.noise(x.k(), x.v(), x.p()) : "";
        }
        TimeOperand p = times.projected(joinedClock(x, y, kind));
        String k = "COALESCE(" + x.k() + ", " + y.k() + ")";
        String v = "COALESCE(" + x.v() + ", 0) + 10 * COALESCE(" + y.v() + ", 0)";
        return new Part(select(p, k, v, otherTime(x, y)) + " FROM " + from + where, p.kind());
    }

    /** Rows that have a match, or have none. */
    private Part halfJoin(int depth) {
        Item x = item(depth - 1);
        Item y = item(depth - 1);
        TimeOperand p = times.projected(x.p());
        String keys = choices.chance(70) ? x.k() + " = " + y.k() + " AND " : "";
        return new Part(
                select(p, x.k(), x.v(), x.t()) + " FROM " + x.from() + choices.of(" SEMI JOIN ", " ANTI JOIN ")
                        + y.from() + " ON " + keys + times.tie(x.p(), y.p()),
                p.kind());
    }

    private String otherTime(Item x, Item y) {
        return switch (choices.pick(3)) {
            case 0 -> x.t();
            case 1 -> y.t();
            default -> y.p().asTimestamp().sql();
        };
    }

    private TimeOperand joinedClock(Item x, Item y, String kind) {
        Kind common = x.p().kind() == y.p().kind() ? x.p().kind() : Kind.TIMESTAMP;
        TimeOperand either = new TimeOperand("COALESCE(" + x.p().sql() + ", " + y.p().sql() + ")", common);
        int roll = choices.weighted(80, 8, 6, 4, 2);
        if (roll == 2) {
            return new TimeOperand(
                    choices.of("greatest", "least") + "(" + x.p().sql() + ", " + y.p().sql() + ")", common);
        }
        if (roll == 3) {
            return new TimeOperand(
                    "CASE WHEN " + x.v() + " > 2 THEN " + x.p().sql() + " ELSE " + y.p().sql() + " END", common);
        }
        if (roll == 4) {
            return y.p();
        }
        return switch (kind) {
            case "RIGHT JOIN" -> roll == 0 ? y.p() : x.p();
            case "FULL JOIN" -> roll == 0 ? either : x.p();
            default -> roll == 0 ? x.p() : either;
        };
    }

    private Part threeWays(int depth) {
        Item x = item(depth - 1);
        Item y = item(0);
        Item z = item(0);
        String first = choices.of("JOIN", "LEFT JOIN", "FULL JOIN");
        String second = choices.of("JOIN", "LEFT JOIN", "RIGHT JOIN");
        String other = choices.chance(50) ? times.tie(y.p(), z.p()) : times.tie(x.p(), z.p());
        TimeOperand p = second.equals("RIGHT JOIN") ? z.p() : x.p();
        if (first.equals("FULL JOIN") && choices.chance(50)) {
            p = new TimeOperand(
                    "COALESCE(" + x.p().sql() + ", " + y.p().sql() + ")",
                    x.p().kind() == y.p().kind() ? x.p().kind() : Kind.TIMESTAMP);
        }
        p = times.projected(p);
        String sql = select(p, x.k(), "COALESCE(" + y.v() + ", -1) + 10 * COALESCE(" + z.v() + ", -1)", z.t())
                + " FROM " + x.from() + " " + first + " " + y.from() + " ON " + x.k() + " = " + y.k() + " AND "
                + times.tie(x.p(), y.p()) + " " + second + " " + z.from() + " ON " + z.k() + " = " + x.k() + " AND "
                + other;
        return new Part(sql, p.kind());
    }

    private Part aggregate(Item x) {
        if (choices.chance(4)) {
            return new Part(
                    select(
                                    new TimeOperand("max(" + x.p().sql() + ")", x.p().kind()),
                                    x.k(),
                                    "count(*)",
                                    "min(" + x.t() + ")")
                            + " FROM " + x.from() + " GROUP BY " + x.k(),
                    x.p().kind());
        }
        TimeOperand p = times.projected(x.p());
        String v = choices.of(
                "CAST(sum(" + x.v() + ") AS BIGINT)",
                "count(*)",
                "max(" + x.v() + ")",
                "CAST(sum(" + x.v() + ") FILTER (WHERE " + times.noise(x.k(), x.v(), x.p()) + ") AS BIGINT)",
                "count(DISTINCT " + x.v() + ")",
                "CAST(sum(CAST(" + x.v() + " AS DECIMAL(12,2)) * 1.25) AS DECIMAL(18,2))");
        String where = choices.chance(20) ? " WHERE " + filter(x) : "";
        String keys = switch (choices.weighted(5, 2, 2, 1, 1)) {
            case 0 -> p.sql() + ", " + x.k();
            case 1 -> "1, 2";
            case 2 -> "ALL";
            case 3 -> "ROLLUP (" + p.sql() + ", " + x.k() + ")";
            default -> "GROUPING SETS ((" + p.sql() + ", " + x.k() + "), (" + p.sql() + "))";
        };
        String having = !choices.chance(25)
                ? ""
                : " HAVING "
                        + choices.of(
                                "count(*) > 1",
                                "sum(" + x.v() + ") > 3",
                                "max(" + x.t() + ") >= min(" + x.t() + ")",
                                x.k() + " > 0",
                                aboveOthers(p),
                                times.tie(p, new TimeOperand("t", x.time().kind())));
        String t = choices.of("min", "max") + "(" + x.t() + ")";
        return new Part(select(p, x.k(), v, t) + " FROM " + x.from() + where + " GROUP BY " + keys + having, p.kind());
    }

    private String aboveOthers(TimeOperand p) {
        Item y = item(0);
        return "count(*) >= (SELECT count(*) FROM " + y.from() + " WHERE " + times.tie(p, y.p()) + ")";
    }

    private Part distinct(Item x) {
        TimeOperand p = times.projected(x.p());
        if (choices.chance(30)) {
            return new Part(
                    select(p, x.k(), x.v(), x.t())
                                    .replaceFirst("SELECT", "SELECT DISTINCT ON (" + p.sql() + ", " + x.k() + ")")
                            + " FROM " + x.from() + " ORDER BY " + x.all(),
                    p.kind());
        }
        return new Part(
                select(p, x.k(), choices.of("0", x.v()), x.t()).replaceFirst("SELECT", "SELECT DISTINCT") + " FROM "
                        + x.from(),
                p.kind());
    }

    private Part setOperation(int depth) {
        Item x = item(depth - 1);
        Item y = item(depth - 1);
        String operator =
                choices.of("UNION ALL", "UNION ALL", "UNION ALL", "UNION", "EXCEPT", "INTERSECT", "EXCEPT ALL");
        TimeOperand one = times.projected(x.p());
        TimeOperand other = times.projected(y.p());
        if (!operator.equals("UNION ALL") && !one.isInteger()) {
            one = one.asDate();
            other = other.asDate();
        }
        if (choices.chance(3) && !one.isInteger()) {
            other = new TimeOperand("DATE " + day(9), Kind.DATE);
        }
        boolean bare = operator.equals("EXCEPT") || operator.equals("INTERSECT") || operator.equals("EXCEPT ALL");
        String sql =
                select(one, x.k(), bare ? "0" : x.v(), bare ? "NULL" : x.t()) + " FROM " + x.from() + " " + operator
                        + " " + select(other, y.k(), bare ? "0" : y.v(), bare ? "NULL" : y.t()) + " FROM " + y.from();
        Kind kind = one.kind() == other.kind() ? one.kind() : Kind.TIMESTAMP;
        if (bare) {
            String alias = name("u");
            TimeOperand p = new TimeOperand(alias + ".p", kind);
            sql = select(p, alias + ".k", alias + ".v", p.asTimestamp().sql()) + " FROM (" + sql + ") AS " + alias;
        }
        return new Part(sql, kind);
    }

    /** Columns that USING makes one of two. */
    private Part using(int depth) {
        Part one = query(depth - 1);
        Part other = query(depth - 1);
        Item x = derived(one);
        Item y = derived(other);
        if (one.kind() != other.kind() || choices.chance(30)) {
            TimeOperand p = times.projected(x.p());
            return new Part(
                    select(p, "k", x.v(), y.t()) + " FROM " + x.from() + " JOIN " + y.from() + " USING (k) WHERE "
                            + times.tie(x.p(), y.p()),
                    p.kind());
        }
        String kind = choices.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");
        TimeOperand p = times.projected(new TimeOperand("p", one.kind()));
        return new Part(
                select(
                                p,
                                choices.of("k", x.k()),
                                "COALESCE(" + x.v() + ", -1) + 10 * COALESCE(" + y.v() + ", -1)",
                                y.t())
                        + " FROM " + x.from() + " " + kind + " " + y.from() + " USING (p, k)",
                p.kind());
    }

    private Part star(Part part) {
        Item x = derived(part);
        TimeOperand p = times.projected(x.p());
        return switch (choices.pick(5)) {
            case 0 -> new Part("SELECT * FROM " + x.from(), part.kind());
            case 1 -> new Part("SELECT * REPLACE (" + p.sql() + " AS p) FROM " + x.from(), p.kind());
            case 2 ->
                new Part("SELECT " + p.sql() + " AS p, " + x.alias() + ".* EXCLUDE (p) FROM " + x.from(), p.kind());
            case 3 -> {
                String inner = name("n");
                yield new Part(
                        "SELECT * FROM (WITH " + inner + "(a, b, c, e) AS (" + part.sql()
                                + ") SELECT a AS p, b AS k, c AS v, e AS t FROM " + inner + ") AS " + name("w"),
                        part.kind());
            }
            default -> {
                String alias = name("a");
                yield new Part(
                        "SELECT a AS p, b AS k, c AS v, e AS t FROM (" + part.sql() + ") AS " + alias + "(a, b, c, e)",
                        part.kind());
            }
        };
    }

    /** A row for every day, whether there is data or not. */
    private Part spine(Item x) {
        if (x.p().isInteger()) {
            return plain(x);
        }
        String alias = name("s");
        TimeOperand day = new TimeOperand(alias + ".day", Kind.TIMESTAMP);
        return new Part(
                select(day, x.k(), "COALESCE(" + x.v() + ", 0)", x.t())
                        + " FROM generate_series(TIMESTAMP " + day(-3) + ", TIMESTAMP " + day(25)
                        + ", INTERVAL '1 day') AS " + alias
                        + "(day) LEFT JOIN " + x.from() + " ON " + times.tie(day, x.p()),
                Kind.TIMESTAMP);
    }

    /** The latest match before, in the same month. */
    private Part asOf(int depth) {
        Item x = item(depth - 1);
        Item y = derived(aggregate(item(depth - 1)));
        TimeOperand p = times.projected(x.p());
        String month = x.p().isInteger()
                ? ""
                : " AND date_trunc('month', " + x.p().sql() + ") = date_trunc('month', " + y.p().sql() + ")";
        return new Part(
                select(p, x.k(), y.v(), y.p().asTimestamp().sql()) + " FROM " + x.from() + " ASOF "
                        + choices.of("JOIN ", "LEFT JOIN ") + y.from() + " ON " + x.k() + " = " + y.k() + month
                        + " AND "
                        + x.p().sql() + choices.of(" >= ", " > ") + y.p().sql(),
                p.kind());
    }

    private Part windowOverGroups(Item x) {
        String keys = choices.chance(50) ? "PARTITION BY " + x.k() + " " : "";
        String frame = " RANGE BETWEEN " + offset(x.p()) + " PRECEDING AND " + offset(x.p()) + " FOLLOWING";
        String v = "CAST(sum(" + choices.of("sum(" + x.v() + ")", "count(*)") + ") OVER (" + keys + "ORDER BY "
                + x.p().sql() + frame + ") AS BIGINT)";
        String qualify = choices.chance(20) ? " QUALIFY count(*) OVER (PARTITION BY " + x.p().sql() + ") > 1" : "";
        return new Part(
                select(x.p(), x.k(), v, "max(" + x.t() + ")") + " FROM " + x.from() + " GROUP BY " + x.p().sql() + ", "
                        + x.k() + qualify,
                x.p().kind());
    }

    /** Rows by the day they arrived on. */
    private Part late() {
        if (feeds == Feed.INTEGERS) {
            return plain(item(0));
        }
        String alias = name("x");
        TimeOperand arrival = new TimeOperand(alias + ".arr", Kind.TIMESTAMP);
        TimeOperand day = new TimeOperand(alias + ".d", Kind.DATE);
        TimeOperand p = choices.of(arrival.asDate(), arrival, day);
        return new Part(
                select(p, alias + ".k", alias + ".v", alias + "." + choices.of("arr", "d")) + " FROM r_late AS " + alias
                        + " WHERE " + times.tie(arrival, day),
                p.kind());
    }

    // ---- what only a project has

    private Part ofProjects(String name) {
        boolean integers = feeds == Feed.INTEGERS;
        int kind = choices.weighted(4, integers ? 0 : 3, integers || upstreams.isEmpty() ? 0 : 3, 3, 1, 1);
        return switch (kind) {
            case 0 -> ofItself(name);
            case 1 -> recent();
            case 2 -> smoothed();
            case 3 -> oneCopyEach(item(1));
            case 4 -> ofNoHistory(item(1));
            default -> limited(item(1));
        };
    }

    /** What was there the days before, and what came. */
    private Part ofItself(String name) {
        Feed feed = choices.of(feeds);
        TimeOperand day = clock(feed, "x").asDate();
        String groups = "SELECT " + day.sql() + " AS p, x.k AS k, CAST(sum(x.v) AS BIGINT) AS v, max("
                + clock(feed, "x").asTimestamp().sql() + ") AS t FROM " + feed.table() + " AS x GROUP BY 1, 2";
        TimeOperand p = new TimeOperand("y.p", day.kind());
        String before = choices.of(
                "b.p = " + times.minus(p, 1 + choices.pick(2)),
                "b.p >= " + times.minus(p, 1 + choices.pick(3)) + " AND b.p < y.p");
        String sql = choices.chance(50)
                ? "SELECT y.p AS p, y.k AS k, CAST(COALESCE(y.v, 0) + COALESCE((SELECT max(b.v) FROM smelt." + name
                        + " AS b WHERE b.k = y.k AND " + before + "), 0) AS BIGINT) AS v, y.t AS t FROM (" + groups
                        + ") AS y"
                : "SELECT y.p AS p, y.k AS k, CAST(COALESCE(max(y.v), 0) + COALESCE(max(b.v), 0) AS BIGINT) AS v, max(y.t) AS t FROM ("
                        + groups + ") AS y LEFT JOIN smelt." + name + " AS b ON b.k = y.k AND " + before
                        + " GROUP BY y.p, y.k";
        return new Part(sql, day.kind());
    }

    private Part recent() {
        Item x = upstreams.isEmpty() || choices.chance(40) ? table(choices.of(feeds)) : upstream(choices.of(upstreams));
        List<String> arguments = List.of(x.v(), x.p().sql());
        String call = RECENT.call(arguments);
        calls.put(call, RECENT.expanded(arguments));
        return new Part(select(x.p(), x.k(), call, x.t()) + " FROM " + x.from(), x.p().kind());
    }

    private Part smoothed() {
        Upstream model = choices.of(upstreams);
        List<String> arguments = List.of(model.name() + " ");
        String call = SMOOTHED.call(arguments);
        calls.put(call, SMOOTHED.expanded(arguments));
        return plain(item(call, model.kind()));
    }

    /** The first of all copies, which lie in one partition though the keys do not say so. */
    private Part oneCopyEach(Item x) {
        overrides.add("allow_window_functions");
        return new Part(
                select(x.p(), x.k(), x.v(), x.t()) + " FROM " + x.from()
                        + " QUALIFY row_number() OVER (PARTITION BY CAST(" + x.p().sql() + " AS VARCHAR), " + x.k()
                        + " ORDER BY " + x.all() + ") = 1",
                x.p().kind());
    }

    /** A subquery into all of history, where it finds nothing. */
    private Part ofNoHistory(Item x) {
        overrides.add("allow_subqueries");
        Feed feed = choices.of(feeds);
        return new Part(
                select(x.p(), x.k(), x.v(), x.t()) + " FROM " + x.from() + " WHERE COALESCE(" + x.v()
                        + ", 0) >= (SELECT count(*) FROM " + feed.table() + " AS o WHERE o.k > 1000)",
                x.p().kind());
    }

    /** A limit that no partition and no table reaches. */
    private Part limited(Item x) {
        overrides.add("allow_limit");
        return new Part(select(x.p(), x.k(), x.v(), x.t()) + " FROM " + x.from() + " LIMIT 100000000", x.p().kind());
    }

    // ---- windows

    private Part window(Item x) {
        TimeOperand p = times.projected(x.p());
        String call = call(x);
        String t = x.t();
        if (choices.chance(15)) {
            t = "max(" + x.t() + ") OVER " + specification(x);
        }
        String named = "";
        if (call.contains(" OVER (") && choices.chance(10)) {
            String specification = call.substring(call.indexOf(" OVER (") + 6);
            int end = closing(specification);
            named = " WINDOW w AS " + specification.substring(0, end);
            call = call.substring(0, call.indexOf(" OVER (")) + " OVER w" + specification.substring(end);
        }
        String where = choices.chance(15) ? " WHERE " + filter(x) : "";
        return new Part(select(p, x.k(), call, t) + " FROM " + x.from() + where + named, p.kind());
    }

    private static int closing(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            open += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (open == 0) {
                return i + 1;
            }
        }
        throw new IllegalStateException(text);
    }

    /** A window call whose value is a whole number. */
    private String call(Item x) {
        String keys = "PARTITION BY " + choices.of(x.p().sql(), x.p().sql() + ", " + x.k());
        return switch (choices.weighted(10, 3, 3, 2, 3, 1, 1, 2)) {
            case 0 ->
                "CAST(" + choices.of("sum", "count", "min", "max") + "(" + x.v() + ")"
                        + (choices.chance(10) ? " FILTER (WHERE " + times.noise(x.k(), x.v(), x.p()) + ")" : "")
                        + " OVER "
                        + specification(x) + " AS BIGINT)";
            case 1 -> choices.of("lag", "lead") + "(" + x.v() + " ORDER BY " + x.all() + ") OVER " + framed(x);
            case 2 ->
                choices.of("first_value", "last_value") + "(" + x.v() + " ORDER BY " + x.all() + ") OVER " + framed(x);
            case 3 -> choices.of("row_number()", "rank()") + " OVER (" + keys + " ORDER BY " + x.all() + ")";
            case 7 -> "CAST(sum(CAST(" + x.v() + " AS DECIMAL(12,2)) / 4) OVER " + framed(x) + " AS DECIMAL(18,2))";
            case 4 -> "lag(" + x.v() + ") OVER (" + keys + " ORDER BY " + x.all() + ")";
            case 5 ->
                "CAST(sum(" + x.v() + ") OVER (" + keys + " ORDER BY " + x.all()
                        + " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS BIGINT)";
            default -> choices.of("row_number", "rank") + "(ORDER BY " + x.all() + ") OVER " + framed(x);
        };
    }

    private String specification(Item x) {
        if (choices.chance(8)) {
            String keys = choices.chance(50) ? "PARTITION BY " + x.k() + " " : "";
            return "(" + keys + "ORDER BY " + x.p().sql() + nulls() + ")";
        }
        if (choices.chance(8)) {
            return "(PARTITION BY " + x.p().sql() + ")";
        }
        if (choices.chance(6) && !x.p().isInteger()) {
            return "(PARTITION BY date_trunc('" + choices.of("week", "month", "day") + "', " + x.p().sql() + "), "
                    + x.k() + " ORDER BY " + x.all() + ")";
        }
        return framed(x);
    }

    private String nulls() {
        return choices.of("", "", "", "", " NULLS FIRST", " NULLS LAST");
    }

    /** A RANGE frame over the clock, seldom over the other time. */
    private String framed(Item x) {
        TimeOperand order = choices.chance(12) ? x.time() : x.p();
        if (choices.chance(8) && !order.isInteger()) {
            order = order.asDate();
        }
        String keys = choices.of("", "PARTITION BY " + x.k() + " ");
        String direction = choices.chance(25) ? " DESC" : "";
        String frame = switch (choices.weighted(8, 5, 5, 2, 2, 1, 1, 2)) {
            case 7 -> "BETWEEN " + offset(order) + " FOLLOWING AND " + longOffset(order) + " FOLLOWING";
            case 0 -> "BETWEEN " + offset(order) + " PRECEDING AND CURRENT ROW";
            case 1 -> "BETWEEN CURRENT ROW AND " + offset(order) + " FOLLOWING";
            case 2 -> "BETWEEN " + offset(order) + " PRECEDING AND " + offset(order) + " FOLLOWING";
            case 3 -> "BETWEEN " + longOffset(order) + " PRECEDING AND " + offset(order) + " PRECEDING";
            case 4 -> offset(order) + " PRECEDING";
            case 5 -> "BETWEEN UNBOUNDED PRECEDING AND " + offset(order) + " FOLLOWING";
            default -> "BETWEEN " + offset(order) + " PRECEDING AND UNBOUNDED FOLLOWING";
        };
        String exclude = choices.chance(8) ? " EXCLUDE " + choices.of("CURRENT ROW", "GROUP", "TIES") : "";
        return "(" + keys + "ORDER BY " + order.sql() + direction + nulls() + " RANGE " + frame + exclude + ")";
    }

    private String offset(TimeOperand order) {
        if (order.isInteger()) {
            return Integer.toString(choices.pick(4));
        }
        return switch (choices.pick(8)) {
            case 0 -> "INTERVAL '1 month'";
            case 1 -> "INTERVAL '36 hours'";
            case 2 -> "INTERVAL '1 month 1 day'";
            default -> "INTERVAL " + choices.of("'%d days'", "%d DAY").formatted(choices.pick(4));
        };
    }

    private String longOffset(TimeOperand order) {
        return order.isInteger() ? "5" : "INTERVAL '40 days'";
    }

    private Part qualified(Item x) {
        TimeOperand p = times.projected(x.p());
        String condition = choices.chance(60)
                ? "row_number() OVER (PARTITION BY " + x.p().sql() + ", " + x.k() + " ORDER BY " + x.all() + ") = 1"
                : call(x) + " > 1";
        return new Part(
                select(p, x.k(), x.v(), x.t()) + " FROM " + x.from() + " QUALIFY " + condition
                        + (choices.chance(20) ? " AND " + times.tie(x.p(), x.time()) : ""),
                p.kind());
    }

    /** The clock of an earlier row, and a filter that says how much earlier. */
    private Part sessions(Item x) {
        String alias = name("z");
        String start = choices.of("min", "max") + "(CASE WHEN " + x.v() + " > 2 THEN " + x.p().sql() + " END) OVER "
                + framed(x);
        TimeOperand p = new TimeOperand(alias + ".sp", x.p().kind());
        TimeOperand row = new TimeOperand(alias + ".ep", x.p().kind());
        String from = "(SELECT " + x.p().sql() + " AS ep, " + x.k() + " AS k, " + x.v() + " AS v, " + x.t() + " AS t, "
                + start + " AS sp FROM " + x.from() + ") AS " + alias;
        String where = " WHERE " + times.tie(p, row);
        if (choices.chance(50)) {
            return new Part(select(p, alias + ".k", alias + ".v", alias + ".t") + " FROM " + from + where, p.kind());
        }
        return new Part(
                select(p, alias + ".k", "count(*)", "max(" + alias + ".t)") + " FROM " + from + where + " GROUP BY "
                        + p.sql() + ", " + alias + ".k",
                p.kind());
    }

    // ---- subqueries

    private Part filteredBySubquery(int depth) {
        Item x = item(depth - 1);
        Item y = item(depth - 1);
        TimeOperand p = times.projected(x.p());
        String tie = times.tie(x.p(), y.p());
        String keys = y.k() + " = " + x.k();
        String more = choices.chance(20) ? " AND " + times.noise(y.k(), y.v(), y.p()) : "";
        String condition = switch (choices.weighted(4, 4, 3, 3, 2, 2, 1, 1)) {
            case 0 -> "EXISTS (SELECT 1 FROM " + y.from() + " WHERE " + keys + " AND " + tie + more + ")";
            case 1 -> "NOT EXISTS (SELECT 1 FROM " + y.from() + " WHERE " + keys + " AND " + tie + more + ")";
            case 2 ->
                x.p().kind() == y.p().kind()
                        ? x.p().sql() + " IN (SELECT " + y.p().sql() + " FROM " + y.from()
                                + (choices.chance(50) ? " WHERE " + keys : "") + ")"
                        : x.p().asDate().sql() + " IN (SELECT " + y.p().asDate().sql() + " FROM " + y.from() + ")";
            case 3 ->
                x.k() + choices.of(" IN ", " NOT IN ") + "(SELECT " + y.k() + " FROM " + y.from() + " WHERE " + tie
                        + more + ")";
            case 4 -> "(" + x.v() + " > 3 OR EXISTS (SELECT 1 FROM " + y.from() + " WHERE " + tie + more + "))";
            case 5 -> "NOT (" + x.k() + " IN (SELECT " + y.k() + " FROM " + y.from() + " WHERE " + tie + more + "))";
            case 6 ->
                x.v() + choices.of(" > ANY ", " <= ALL ") + "(SELECT " + y.v() + " FROM " + y.from() + " WHERE " + tie
                        + more + ")";
            default -> x.v() + " < (SELECT max(" + y.v() + ") FROM " + y.from() + " WHERE " + tie + more + ")";
        };
        String where = condition + (choices.chance(20) ? " AND " + times.noise(x.k(), x.v(), x.p()) : "");
        return new Part(select(p, x.k(), x.v(), x.t()) + " FROM " + x.from() + " WHERE " + where, p.kind());
    }

    private Part scalarSubquery(int depth) {
        Item x = item(depth - 1);
        Item y = item(depth - 1);
        TimeOperand p = times.projected(x.p());
        String tie = times.tie(x.p(), y.p());
        String body = "SELECT CAST(" + choices.of("sum", "count", "max") + "(" + y.v() + ") AS BIGINT) AS v FROM "
                + y.from() + " WHERE " + (choices.chance(50) ? y.k() + " = " + x.k() + " AND " : "") + tie;
        if (choices.chance(40)) {
            String alias = name("l");
            return new Part(
                    select(p, x.k(), alias + ".v", x.t()) + " FROM " + x.from() + lateral(body, alias), p.kind());
        }
        return new Part(select(p, x.k(), "(" + body + ")", x.t()) + " FROM " + x.from(), p.kind());
    }

    private String lateral(String body, String alias) {
        return choices.of(
                        ", LATERAL (%s) AS %s",
                        " CROSS JOIN LATERAL (%s) AS %s", " LEFT JOIN LATERAL (%s) AS %s ON true")
                .formatted(body, alias);
    }

    private Part withLookup(Item x) {
        String alias = name("g");
        TimeOperand p = times.projected(x.p());
        String join = choices.of("JOIN", "LEFT JOIN");
        String more = x.p().isInteger() || choices.chance(60) ? "" : " AND " + alias + ".since <= " + x.p().sql();
        return new Part(
                select(p, x.k(), "COALESCE(" + alias + ".g, " + x.v() + ")", x.t()) + " FROM " + x.from() + " " + join
                        + " " + Feed.R_DIM.table() + " AS " + alias + " ON " + alias + ".k = " + x.k() + more,
                p.kind());
    }
}
