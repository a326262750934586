package dev.smelt.model;

import java.util.Set;
import java.util.regex.Pattern;

/** How a name is written in SQL text: plain where every reader takes it plain, in double quotes otherwise. */
public final class Identifier {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    /** Words that DuckDB does not take as a name everywhere; quoting one too many is harmless. */
    private static final Set<String> RESERVED = Set.of("""
            all analyse analyze and any array as asc asymmetric asof both case cast check
            collate column constraint create cross default deferrable desc describe distinct do
            else end except exclude false fetch for foreign from full glob grant group having
            ilike in initially inner intersect into is isnull join lambda lateral leading left
            like limit natural not notnull null offset on only or order outer overlaps pivot
            placing positional primary qualify references replace returning right select semi
            anti show similar some summarize symmetric table tablesample then to trailing true
            union unique unpivot using values variadic when where window with year month day
            hour minute second at authorization binary by collation concurrently freeze
            pivot_longer pivot_wider unpack verbose
            """.strip().split("\\s+"));

    private Identifier() {}

    public static String sql(String name) {
        return PLAIN.matcher(name).matches() && !RESERVED.contains(name)
                ? name
                : "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
