package dev.smelt.sql;

import java.util.Locale;
import java.util.Set;

/** What can be told from the words around a name, without a grammar. */
final class SqlWords {
    /** Words after which an operand, and not an alias, stands. */
    private static final Set<String> BEFORE_OPERAND = Set.of(
            "select",
            "distinct",
            "all",
            "where",
            "and",
            "or",
            "not",
            "on",
            "by",
            "between",
            "in",
            "like",
            "ilike",
            "similar",
            "to",
            "glob",
            "escape",
            "then",
            "else",
            "when",
            "case",
            "having",
            "qualify",
            "from",
            "join",
            "limit",
            "offset",
            "interval",
            "any",
            "some",
            "is",
            "values",
            "zone",
            "collate",
            "range",
            "rows",
            "groups",
            "lambda",
            "exists",
            "for",
            "leading",
            "trailing",
            "both",
            "with",
            "recursive",
            "lateral",
            "as",
            "using",
            "union",
            "except",
            "intersect",
            "over",
            "filter",
            "within",
            "window",
            "group",
            "order",
            "partition");

    private static final Set<String> OTHER_KEYWORDS = Set.of(
            "end",
            "null",
            "true",
            "false",
            "asc",
            "desc",
            "nulls",
            "first",
            "last",
            "preceding",
            "following",
            "current",
            "row",
            "unbounded",
            "exclude",
            "replace",
            "left",
            "right",
            "full",
            "inner",
            "outer",
            "cross",
            "natural",
            "asof",
            "semi",
            "anti",
            "positional",
            "cast",
            "try_cast",
            "date",
            "timestamp",
            "time",
            "at",
            "year",
            "month",
            "day",
            "hour",
            "minute",
            "second",
            "years",
            "months",
            "days",
            "hours",
            "minutes",
            "seconds",
            "week",
            "weeks",
            "materialized",
            "name",
            "pivot",
            "unpivot",
            "tablesample",
            "sample");

    private SqlWords() {}

    static boolean isKeyword(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return BEFORE_OPERAND.contains(lower) || OTHER_KEYWORDS.contains(lower);
    }

    /** Whether a name directly after the end of an operand or a FROM item must be its alias, AS left out. */
    static boolean isImplicitAlias(Tokens tokens, int i) {
        if (i <= 0 || (tokens.get(i).kind() == Token.Kind.WORD && isKeyword(tokens.textAt(i)))) {
            return false;
        }
        return switch (tokens.get(i - 1).kind()) {
            case NUMBER, STRING, QUOTED, PARAMETER -> true;
            case WORD -> !BEFORE_OPERAND.contains(tokens.textAt(i - 1).toLowerCase(Locale.ROOT));
            case SYMBOL -> Set.of(")", "]", "}").contains(tokens.textAt(i - 1));
            case COMMENT, UNTERMINATED -> false;
        };
    }
}
