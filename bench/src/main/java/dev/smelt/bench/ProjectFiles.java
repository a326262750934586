package dev.smelt.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a project that is made up. */
record ProjectFiles(Path directory) {

    void write(String path, String text) {
        Path file = directory.resolve(path);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
