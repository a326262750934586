package dev.smelt.sql;

import java.util.Locale;
import java.util.Set;

/** Tells from the tokens around a table's name whether an alias follows it, and whether columns are named by a table. */
public final class TableAliases {
    /** Words that may follow a FROM item without being its alias. */
    private static final Set<String> NOT_AN_ALIAS = Set.of(
            "where",
            "group",
            "order",
            "having",
            "limit",
            "offset",
            "qualify",
            "window",
            "union",
            "except",
            "intersect",
            "join",
            "inner",
            "left",
            "right",
            "full",
            "cross",
            "natural",
            "asof",
            "semi",
            "anti",
            "positional",
            "on",
            "using",
            "tablesample",
            "pivot",
            "unpivot",
            "fetch",
            "for",
            "select",
            "at",
            "lateral",
            "nearest",
            "by",
            "returning");

    private TableAliases() {}

    /** Whether the token of that number, which follows a FROM item, begins an alias. */
    public static boolean beginsAt(Tokens tokens, int index) {
        if (index >= tokens.size()) {
            return false;
        }
        return switch (tokens.get(index).kind()) {
            case QUOTED -> true;
            case WORD -> !NOT_AN_ALIAS.contains(tokens.textAt(index).toLowerCase(Locale.ROOT));
            default -> false;
        };
    }

    /** Whether something in the text is qualified by the name: {@code name.column} or {@code name.*}. */
    public static boolean qualifies(Tokens tokens, String name) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.isName(i)
                    && tokens.name(i).equalsIgnoreCase(name)
                    && tokens.isSymbol(i + 1, ".")
                    && !tokens.isSymbol(i - 1, ".")) {
                return true;
            }
        }
        return false;
    }
}
