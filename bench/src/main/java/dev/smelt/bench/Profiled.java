package dev.smelt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts what statements do: the rows read from tables as the engine's profiler tells them, and those written. */
final class Profiled {
    private static final Pattern SCANNED = Pattern.compile("\"cumulative_rows_scanned\"\\s*:\\s*(\\d+)");

    private Profiled() {}

    /**
     * Sends the statements as {@link Bare#send} does.
     *
     * @param scratch a file for the profiles
     */
    static Work send(Bare bare, List<List<String>> transactions, Path scratch) throws SQLException, IOException {
        bare.execute("PRAGMA enable_profiling = 'json'");
        bare.execute("PRAGMA custom_profiling_settings = '{\"CUMULATIVE_ROWS_SCANNED\": \"true\"}'");
        bare.execute("PRAGMA profiling_output = '" + scratch + "'");
        List<Work> done = new ArrayList<>();
        bare.send(transactions, statement -> {
            long written = bare.execute(statement);
            done.add(new Work(scanned(Files.readString(scratch)), written));
        });
        bare.execute("PRAGMA disable_profiling");
        return new Work(
                done.stream().mapToLong(Work::read).sum(),
                done.stream().mapToLong(Work::written).sum());
    }

    private static long scanned(String profile) {
        Matcher figure = SCANNED.matcher(profile);
        if (!figure.find()) {
            throw new IllegalStateException("The engine's profile tells no rows: " + profile);
        }
        return Long.parseLong(figure.group(1));
    }
}
