package dev.smelt.warehouse.duckdb;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A failure of the engine for want of room, in our words: what is full, where, and how much there is. */
final class DiskFull {
    private static final List<String> NO_SPACE =
            List.of("No space left on device", "Disk quota exceeded", "not enough space on the disk");
    private static final String LIMIT_OF_FILES = "File too large";
    private static final String LIMIT_OF_SPILL = "max_temp_directory_size";
    private static final Pattern FILE = Pattern.compile("file \"([^\"]+)\"");
    private static final long MEGABYTE = 1_000_000;

    private DiskFull() {}

    /** The sentence, where the failure is one for want of room. */
    static Optional<String> of(String engineMessage) {
        String said = " (DuckDB: " + engineMessage + ")";
        if (engineMessage.contains(LIMIT_OF_SPILL)) {
            return Optional.of("There is no room left to spill: what does not fit into memory_limit fills the"
                    + " temp_directory up to its max_temp_directory_size" + said);
        }
        if (engineMessage.contains(LIMIT_OF_FILES)) {
            return Optional.of(named(engineMessage)
                    + " has reached the greatest size that this process may give a file," + " its ulimit -f" + said);
        }
        return NO_SPACE.stream().anyMatch(engineMessage::contains)
                ? Optional.of("The disk is full: " + named(engineMessage) + " cannot grow" + room(engineMessage) + said)
                : Optional.empty();
    }

    private static String named(String engineMessage) {
        return file(engineMessage).map(file -> "the file " + file).orElse("a file of the warehouse");
    }

    private static Optional<Path> file(String engineMessage) {
        Matcher matcher = FILE.matcher(engineMessage);
        return matcher.find() ? Optional.of(Path.of(matcher.group(1))) : Optional.empty();
    }

    private static String room(String engineMessage) {
        Optional<Path> directory = file(engineMessage).map(Path::getParent).filter(Files::isDirectory);
        if (directory.isEmpty()) {
            return "";
        }
        try {
            FileStore store = Files.getFileStore(directory.get());
            return ", its file system has " + megabytes(store.getUsableSpace()) + " of "
                    + megabytes(store.getTotalSpace()) + " MB left";
        } catch (IOException unknown) {
            return "";
        }
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%,.1f", (double) bytes / MEGABYTE);
    }
}
