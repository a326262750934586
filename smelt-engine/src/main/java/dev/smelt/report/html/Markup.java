package dev.smelt.report.html;

import java.util.Locale;

/** What is written into HTML and SVG. Every text that comes from a project passes {@link #text}. */
final class Markup {
    private Markup() {}

    /** The text with everything escaped that means something between tags or inside a quoted attribute. */
    static String text(String raw) {
        StringBuilder out = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c < ' ' && c != '\n' && c != '\t' ? ' ' : c);
            }
        }
        return out.toString();
    }

    /** {@code <tag class="style">text</tag>}, the text escaped. */
    static String element(String tag, String style, String raw) {
        return "<" + tag + " class=\"" + style + "\">" + text(raw) + "</" + tag + ">";
    }

    /** {@code <tag class="style">inner</tag>}, the inner part being markup already. */
    static String around(String tag, String style, String inner) {
        return "<" + tag + " class=\"" + style + "\">" + inner + "</" + tag + ">";
    }

    /** A coordinate: at most two decimals, a point between them wherever the page is made. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
    }

    static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.3f%%", fraction * 100);
    }
}
