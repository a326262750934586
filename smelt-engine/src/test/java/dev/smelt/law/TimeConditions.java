package dev.smelt.law;

import dev.smelt.law.TimeOperand.Kind;
import java.util.List;

/** Conditions that tie two times to each other, in the many spellings of SQL. */
final class TimeConditions {
    private final Choices choices;
    private final String someDay;

    /** @param someDay a date literal, without its type */
    TimeConditions(Choices choices, String someDay) {
        this.choices = choices;
        this.someDay = someDay;
    }

    /** A condition under which y lies at most a few days (or a month) from x, mostly on both sides. */
    String tie(TimeOperand x, TimeOperand y) {
        switch (choices.weighted(22, 20, 12, 8, 6, 6, 5, 5, 4, 4, 3, 2, 2, 1, 4)) {
            case 0:
                return equal(x, y);
            case 1:
                return y.sql() + " BETWEEN " + minus(x, choices.pick(4)) + " AND " + plus(x, choices.pick(3));
            case 2:
                return atLeast(y, x, choices.pick(4)) + " AND " + atLeast(x, y, choices.pick(3));
            case 3:
                return atLeast(y, x, 2 + choices.pick(3)) + " AND " + atLeast(x, y, -1);
            case 4:
                return "abs(" + difference(x, y) + ") " + choices.of("<=", "<") + " " + (1 + choices.pick(3));
            case 5:
                return "(" + equal(x, y) + " OR " + equalTo(minus(x, 1 + choices.pick(3)), x, y) + ")";
            case 6:
                return x.isInteger() ? equal(x, y) : sameGranule(x, y);
            case 7:
                return x.isInteger() ? equal(x, y) : months(x, y);
            case 8:
                return "NOT (" + y.sql() + " < " + minus(x, choices.pick(4)) + " OR " + y.sql() + " > "
                        + plus(x, choices.pick(3)) + ")";
            case 9:
                return "CASE WHEN " + x.sql() + " IS NULL THEN " + y.sql() + " ELSE " + y.sql() + " END BETWEEN "
                        + minus(x, choices.pick(3)) + " AND " + x.sql();
            case 10:
                return y.sql() + " IN (" + cast(x, y) + ", " + cast(new TimeOperand(minus(x, 1), x.kind()), y)
                        + ") AND " + atLeast(y, x, 2) + " AND " + atLeast(x, y, 0);
            case 11:
                return x.isInteger()
                        ? x.sql() + " % 7 = " + y.sql() + " % 7"
                        : "date_part('day', " + x.sql() + ") = date_part('day', " + y.sql() + ")";
            case 12:
                return atLeast(y, x, choices.pick(3));
            case 13:
                return atLeast(x, y, choices.pick(3));
            default:
                return "((" + tie(x, y) + ") " + choices.of("OR", "AND") + " (" + tie(x, y) + "))";
        }
    }

    private String equal(TimeOperand x, TimeOperand y) {
        if (x.isInteger() || (x.kind() == y.kind() && x.isDate())) {
            return choices.chance(50) ? x.sql() + " = " + y.sql() : y.sql() + " = " + x.sql();
        }
        return y.asDate().sql() + " = " + x.asDate().sql();
    }

    private static String equalTo(String moved, TimeOperand x, TimeOperand y) {
        return x.isInteger() ? y.sql() + " = " + moved : "CAST(" + y.sql() + " AS DATE) = CAST(" + moved + " AS DATE)";
    }

    private static String cast(TimeOperand x, TimeOperand y) {
        return y.isDate() ? "CAST(" + x.sql() + " AS DATE)" : x.sql();
    }

    /** {@code a >= b - days}, or a little stricter; a negative number means that many days later. */
    String atLeast(TimeOperand a, TimeOperand b, int days) {
        if (a.isInteger()) {
            return switch (choices.pick(5)) {
                case 0 -> a.sql() + " >= " + minus(b, days);
                case 1 -> minus(b, days + 1) + " < " + a.sql();
                case 2 -> b.sql() + " - " + a.sql() + " <= " + days;
                case 3 -> "NOT " + a.sql() + " < " + minus(b, days);
                default -> plus(a, days) + " >= " + b.sql();
            };
        }
        return switch (choices.pick(15)) {
            case 0 -> a.sql() + " >= " + minus(b, days);
            case 1 -> minus(b, days) + " <= " + a.sql();
            case 2 -> b.sql() + " <= " + plus(a, days);
            case 3 -> plus(a, days) + " > " + b.sql();
            case 4 -> "NOT (" + a.sql() + " < " + minus(b, days) + ")";
            case 5 -> "date_diff('day', " + a.sql() + ", " + b.sql() + ") <= " + days;
            case 6 ->
                "date_sub('" + choices.of("day", "hour") + "', " + a.sql() + ", " + b.sql() + ") "
                        + choices.of("<=", "<") + " " + days;
            case 7 -> a.asDate().sql() + " >= " + b.asDate().sql() + " - " + days;
            case 8 -> apart(a, b, days);
            case 9 ->
                a.sql() + " " + choices.of(">=", ">") + " date_trunc('" + choices.of("day", "week", "month") + "', "
                        + b.sql() + ")" + (days < 0 ? " + INTERVAL '2 months'" : "");
            case 10 -> a.sql() + " >= " + b.sql() + (days < 0 ? " + " : " - ") + "INTERVAL '1 month'";
            case 11 ->
                days < 0
                        ? a.sql() + " - INTERVAL '1 month' >= " + b.sql()
                        : a.sql() + " + INTERVAL '1 month' " + choices.of(">=", ">") + " " + b.sql();
            case 12 -> "(" + a.sql() + " >= " + b.sql() + " OR " + a.sql() + " > " + minus(b, days) + ")";
            case 13 -> a.sql() + " >= " + choices.of("least", "greatest") + "(" + b.sql() + ", " + minus(b, days) + ")";
            default -> "date_add(" + a.sql() + ", " + span(days) + ") >= " + b.sql();
        };
    }

    /** A difference compared with a number of days, or between timestamps with an interval. */
    private String apart(TimeOperand a, TimeOperand b, int days) {
        if (a.isDate() && b.isDate()) {
            return b.sql() + " - " + a.sql() + " " + choices.of("<=", "<") + " " + days;
        }
        return b.sql() + " - " + a.sql() + " " + choices.of("<=", "<") + " "
                + (days > 1 && choices.chance(20) ? "INTERVAL '1 month'" : span(days));
    }

    private String difference(TimeOperand x, TimeOperand y) {
        if (x.isInteger() || (x.isDate() && y.isDate() && choices.chance(40))) {
            return x.sql() + " - " + y.sql();
        }
        return choices.of("date_diff", "date_sub") + "('" + choices.of("day", "day", "hour", "week", "month") + "', "
                + x.sql() + ", " + y.sql() + ")";
    }

    private String sameGranule(TimeOperand x, TimeOperand y) {
        String unit = choices.of("day", "week", "month");
        if (choices.chance(30)) {
            String width = choices.of("1 day", "1 week", "1 month");
            return "time_bucket(INTERVAL '" + width + "', " + x.sql() + ") = time_bucket(INTERVAL '" + width + "', "
                    + y.sql() + ")";
        }
        return "date_trunc('" + unit + "', " + x.sql() + ") = date_trunc('" + unit + "', " + y.sql() + ")";
    }

    private String months(TimeOperand x, TimeOperand y) {
        String month = choices.of("INTERVAL '1 month'", "INTERVAL 1 MONTH", "INTERVAL '1 month 2 days'");
        return switch (choices.pick(4)) {
            case 0 -> "CAST(" + y.sql() + " AS DATE) = CAST(" + x.sql() + " - " + month + " AS DATE)";
            case 1 -> y.sql() + " > " + x.sql() + " - " + month + " AND " + y.sql() + " <= " + x.sql();
            case 2 -> y.sql() + " + " + month + " >= " + x.sql() + " AND " + y.sql() + " <= " + x.sql() + " + " + month;
            default -> "CAST(" + y.sql() + " AS DATE) = CAST(" + x.sql() + " + " + month + " - " + month + " AS DATE)";
        };
    }

    String minus(TimeOperand operand, int days) {
        if (days < 0) {
            return plus(operand, -days);
        }
        return moved(operand, " - ", days);
    }

    String plus(TimeOperand operand, int days) {
        if (days < 0) {
            return minus(operand, -days);
        }
        return moved(operand, " + ", days);
    }

    private String moved(TimeOperand operand, String sign, int days) {
        if (days == 0) {
            return operand.sql();
        }
        boolean number = operand.isInteger() || (operand.isDate() && choices.chance(40));
        return operand.sql() + sign + (number ? Integer.toString(days) : span(days));
    }

    /** A constant span of so many days. */
    String span(int days) {
        if (days < 0) {
            return "INTERVAL '" + days + " days'";
        }
        return switch (choices.pick(8)) {
            case 6 -> "INTERVAL '" + (24 * days + 5) + " hours'";
            case 7 -> "INTERVAL '" + days + " days 1 minute'";
            case 0 -> "INTERVAL '" + days + " days'";
            case 1 -> "INTERVAL " + days + " DAY";
            case 2 -> "INTERVAL '" + 24 * days + " hours'";
            case 3 -> "to_days(" + days + ")";
            case 4 -> "INTERVAL '" + days + "' DAY";
            default -> days > 0 ? "INTERVAL '" + (days - 1) + " days 24 hours'" : "INTERVAL '0 days'";
        };
    }

    /** A condition that ties nothing, but can drop rows. */
    String noise(String k, String v, TimeOperand p) {
        List<String> all = List.of(
                v + " > 0",
                k + " <> 1",
                v + " IS NOT NULL",
                p.sql() + " IS NOT NULL",
                "COALESCE(" + k + ", 1) = 1",
                p.isInteger() ? p.sql() + " > 3" : p.sql() + " >= DATE " + someDay,
                p.isInteger() ? p.sql() + " % 2 = 0" : "date_part('day', " + p.sql() + ") > 2");
        return choices.of(all);
    }

    /** The time that a query projects as its own, made from another. */
    TimeOperand projected(TimeOperand p) {
        if (p.isInteger()) {
            return switch (choices.weighted(70, 15, 10, 5)) {
                case 0 -> p;
                case 1 -> new TimeOperand(plus(p, 1 + choices.pick(2)), Kind.INTEGER);
                case 2 -> new TimeOperand(minus(p, 1 + choices.pick(2)), Kind.INTEGER);
                default -> new TimeOperand("CAST(" + p.sql() + " AS BIGINT)", Kind.INTEGER);
            };
        }
        return switch (choices.weighted(60, 12, 5, 5, 5, 3, 3, 3, 2, 2)) {
            case 0 -> p;
            case 1 -> p.asDate();
            case 2 -> new TimeOperand("CAST(" + plus(p, 1 + choices.pick(2)) + " AS DATE)", Kind.DATE);
            case 3 -> new TimeOperand(p.sql() + " - " + span(1 + choices.pick(2)), Kind.TIMESTAMP);
            case 4 ->
                new TimeOperand(
                        "CAST(date_trunc('" + choices.of("month", "week") + "', " + p.sql() + ") AS DATE)", Kind.DATE);
            case 5 ->
                new TimeOperand(
                        "CAST(" + p.sql() + choices.of(" + ", " - ") + "INTERVAL '1 month' AS DATE)", Kind.DATE);
            case 6 ->
                new TimeOperand(
                                "date_trunc('" + choices.of("hour", "day") + "', " + p.sql() + ")",
                                p.isDate() ? Kind.DATE : Kind.TIMESTAMP)
                        .asTimestamp();
            case 7 -> new TimeOperand(p.sql() + " + INTERVAL '5 hours'", Kind.TIMESTAMP);
            case 8 -> new TimeOperand(p.sql() + " + INTERVAL '1 month' - INTERVAL '1 month'", Kind.TIMESTAMP);
            default -> new TimeOperand("time_bucket(INTERVAL '1 day', " + p.sql() + ")", p.kind());
        };
    }
}
