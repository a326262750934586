package dev.smelt.lineage;

import java.util.Set;

/**
 * What is known of the engine's functions by name; of a function that stands in none of these sets nothing is concluded.
 * Each entry was tried on the engine with the extreme values of its types (infinities, NaN, empty texts): {@code year}
 * and {@code last_day}, for one, give NULL for an infinite date and so stand in no list of total functions.
 */
final class KnownFunctions {
    /** Give a value for values and NULL where an argument is NULL. */
    static final Set<String> TOTAL_AND_STRICT = Set.of(
            "abs",
            "ceil",
            "ceiling",
            "contains",
            "date_trunc",
            "datetrunc",
            "ends_with",
            "floor",
            "lcase",
            "left",
            "length",
            "lower",
            "lpad",
            "ltrim",
            "md5",
            "prefix",
            "regexp_matches",
            "regexp_replace",
            "repeat",
            "replace",
            "reverse",
            "right",
            "round",
            "rpad",
            "rtrim",
            "sha256",
            "sign",
            "split_part",
            "starts_with",
            "strlen",
            "strpos",
            "substr",
            "substring",
            "suffix",
            "trim",
            "ucase",
            "upper");

    /** Are NULL where the first argument is NULL, and perhaps otherwise. */
    static final Set<String> STRICT_IN_FIRST = Set.of(
            "date_part", "datepart", "day", "hour", "json_extract", "json_extract_string", "month", "nullif", "year");

    /** A value always, whatever the arguments. */
    static final Set<String> ALWAYS = Set.of(
            "current_date",
            "current_timestamp",
            "gen_random_uuid",
            "get_current_timestamp",
            "now",
            "random",
            "today",
            "transaction_timestamp",
            "uuid");

    /** A value where one argument is one: NULLs are passed over. */
    static final Set<String> FIRST_VALUE_THERE_IS = Set.of("coalesce", "greatest", "ifnull", "least");

    /** A value over no rows at all, too. */
    static final Set<String> COUNTS = Set.of("count", "count_if", "countif", "count_star", "regr_count");

    /** Aggregates that are a value over at least one row of values. */
    static final Set<String> AGGREGATES = Set.of(
            "any_value",
            "arg_max",
            "arg_min",
            "array_agg",
            "avg",
            "bit_and",
            "bit_or",
            "bit_xor",
            "bool_and",
            "bool_or",
            "first",
            "last",
            "list",
            "max",
            "max_by",
            "mean",
            "median",
            "min",
            "min_by",
            "mode",
            "string_agg",
            "sum");

    /** Window functions that number rows. */
    static final Set<String> NUMBERING =
            Set.of("cume_dist", "dense_rank", "percent_rank", "rank", "rank_dense", "row_number");

    /** Window functions that give a value of a row of the frame. */
    static final Set<String> FRAME_VALUES = Set.of("first_value", "last_value");

    /** Operators that give a value for values and NULL where an operand is NULL. */
    static final Set<String> STRICT_OPERATORS = Set.of(
            "+",
            "-",
            "*",
            "like",
            "not like",
            "ilike",
            "not ilike",
            "~~",
            "!~~",
            "~~*",
            "!~~*",
            "~",
            "!~",
            "similar to",
            "not similar to",
            "^@");

    /** Operators that are NULL where the left operand is NULL, and perhaps otherwise. */
    static final Set<String> STRICT_IN_LEFT = Set.of("->", "->>", "/", "//", "%");

    private KnownFunctions() {}
}
