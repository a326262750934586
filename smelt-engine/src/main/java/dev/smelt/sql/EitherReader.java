package dev.smelt.sql;

/**
 * Reads with one reader, and with another what the first does not read faithfully (SMELT-S012). Every other refusal of the
 * first is final, and where neither reads, the reason of the first is the answer.
 *
 * @param first the reader that is asked first
 * @param second the reader of what remains
 */
public record EitherReader(SqlReader first, SqlReader second) implements SqlReader {
    private static final String NOT_READ_FAITHFULLY = "SMELT-S012";

    @Override
    public Reading read(ExpandedSql sql) {
        Reading reading = first.read(sql);
        boolean open = reading instanceof Unreadable unreadable
                && unreadable.reason().code().equals(NOT_READ_FAITHFULLY);
        return open && second.read(sql) instanceof Read read ? read : reading;
    }
}
