package dev.smelt.warehouse.duckdb;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files into which the engine spills what does not fit into memory; a process that is killed leaves them behind. */
final class SpillFiles {
    private static final String PATTERN = "duckdb_temp_*";

    private SpillFiles() {}

    /**
     * Removes what a dead owner left. To be called by the owner of the database, before it is opened.
     *
     * @param ours the directory beside the database, which nothing else uses
     * @param used the directory in force; another one than ours may be shared, and is left alone
     */
    static void removeLeftOver(Path ours, String used) throws IOException {
        if (!ours.toString().equals(used) || !Files.isDirectory(ours)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(ours, PATTERN)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        try (DirectoryStream<Path> rest = Files.newDirectoryStream(ours)) {
            if (!rest.iterator().hasNext()) {
                Files.deleteIfExists(ours);
            }
        }
    }
}
