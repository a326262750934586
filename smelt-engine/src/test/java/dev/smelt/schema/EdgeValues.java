package dev.smelt.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The engine's scalar types, each with its extreme values: what a conversion that loses anything loses first. */
final class EdgeValues {
    /** By type; of types with parameters and of enums, some that differ in what they hold. */
    static final Map<String, List<String>> OF_SCALARS = scalars();

    private EdgeValues() {}

    private static Map<String, List<String>> scalars() {
        Map<String, List<String>> types = new LinkedHashMap<>();
        types.put("BOOLEAN", List.of("TRUE", "FALSE"));
        types.put("TINYINT", List.of("-128", "127", "0"));
        types.put("SMALLINT", List.of("-32768", "32767"));
        types.put("INTEGER", List.of("-2147483648", "2147483647", "16777217"));
        types.put("BIGINT", List.of("-9223372036854775808", "9223372036854775807", "9007199254740993"));
        types.put(
                "HUGEINT",
                List.of("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"));
        types.put("UTINYINT", List.of("0", "255"));
        types.put("USMALLINT", List.of("0", "65535"));
        types.put("UINTEGER", List.of("0", "4294967295", "16777217"));
        types.put("UBIGINT", List.of("0", "18446744073709551615"));
        types.put("UHUGEINT", List.of("0", "340282366920938463463374607431768211455"));
        types.put("BIGNUM", List.of("'-1'", "'123456789012345678901234567890123456789012345678901234567890'"));
        types.put("FLOAT", List.of("'NaN'", "'infinity'", "'-infinity'", "1e-45", "3.4028235e38", "0.1", "-0.0"));
        types.put("DOUBLE", List.of("'NaN'", "'infinity'", "5e-324", "1.7976931348623157e308", "0.1"));
        types.put("DECIMAL(4,2)", List.of("99.99", "-99.99", "0.01"));
        types.put("DECIMAL(10,2)", List.of("12345678.90", "-99999999.99"));
        types.put("DECIMAL(12,4)", List.of("99999999.9999"));
        types.put("DECIMAL(10,4)", List.of("999999.9999"));
        types.put("DECIMAL(18,3)", List.of("999999999999999.999"));
        types.put("DECIMAL(10,0)", List.of("9999999999"));
        types.put("DECIMAL(20,0)", List.of("99999999999999999999"));
        types.put("DECIMAL(38,0)", List.of("99999999999999999999999999999999999999"));
        types.put("DECIMAL(38,10)", List.of("9999999999999999999999999999.9999999999"));
        types.put("VARCHAR", List.of("''", "'a'", "'Ä\u0001'", "' 01'"));
        types.put("BLOB", List.of("'\\x00\\xFF'::BLOB"));
        types.put("BIT", List.of("'0101'"));
        types.put("UUID", List.of("'ffffffff-ffff-ffff-ffff-ffffffffffff'"));
        types.put("DATE", List.of("'infinity'", "'5881580-07-10'", "'5877642-06-25 (BC)'", "'2026-05-01'"));
        types.put("TIME", List.of("'00:00:00'", "'23:59:59.999999'"));
        types.put("TIME WITH TIME ZONE", List.of("'23:59:59.999999+15:59'"));
        types.put(
                "TIMESTAMP",
                List.of(
                        "'infinity'",
                        "'294247-01-10 04:00:54.775806'",
                        "'290309-12-22 (BC) 00:00:00'",
                        "'2026-05-01 12:34:56.789012'"));
        types.put("TIMESTAMP_S", List.of("'infinity'", "'2026-05-01 12:34:56'", "'294247-01-10 04:00:54'"));
        types.put("TIMESTAMP_MS", List.of("'infinity'", "'2026-05-01 12:34:56.789'", "'294247-01-10 04:00:54.775'"));
        types.put("TIMESTAMP_NS", List.of("'infinity'", "'2026-05-01 12:34:56.789012345'"));
        types.put("TIME_NS", List.of("'00:00:00'", "'23:59:59.999999999'"));
        types.put(
                "TIMESTAMP WITH TIME ZONE",
                List.of("'infinity'", "'2026-05-01 12:34:56.789012+00'", "'294247-01-10 04:00:54.775806+00'"));
        types.put("TIMESTAMPTZ_NS", List.of("'infinity'", "'2026-05-01 12:34:56.789012345+00'"));
        types.put("INTERVAL", List.of("INTERVAL '1 month'", "INTERVAL '30 days'", "INTERVAL '-1 microsecond'"));
        types.put("JSON", List.of("'null'", "'{\"a\": 1}'", "' [1, 2 ] '"));
        types.put("GEOMETRY", List.of("'POINT(1 2)'", "'LINESTRING EMPTY'"));
        types.put("VARIANT", List.of("{'a': 1}::VARIANT", "[1, 2]::VARIANT", "0.1::VARIANT", "'x'::VARIANT"));
        types.put("ENUM('a', 'b')", List.of("'a'", "'b'"));
        types.put("ENUM('a', 'b', 'c')", List.of("'a'", "'c'"));
        types.put("ENUM('b', 'a')", List.of("'a'", "'b'"));
        return types;
    }
}
