package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.SourceText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads text files of a project: UTF-8, with or without a byte order mark, and nothing else. */
final class FileText {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private FileText() {}

    /** The text of a file, or nothing and a problem. */
    static Optional<SourceText> read(Path file, String relative, Problems problems) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            problems.error(
                    Problems.UNREADABLE,
                    Place.file(relative),
                    "This file cannot be read (" + e.getClass().getSimpleName() + ").",
                    "Check its permissions.");
            return Optional.empty();
        }
        CharBuffer decoded = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes), decoded, true);
        SourceText text = withoutMark(relative, decoded.flip().toString());
        if (result.isError()) {
            problems.error(
                    Problems.UNREADABLE,
                    text.place(text.text().length()),
                    "This file is not UTF-8: the bytes here are no character.",
                    "Save it as UTF-8.");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    private static SourceText withoutMark(String relative, String text) {
        boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        return marked ? new SourceText(relative, text.substring(1), 1, 1, 1) : SourceText.whole(relative, text);
    }

    /** The part of a text from one offset to another, which knows where it begins. */
    static SourceText part(SourceText whole, int from, int to) {
        Place place = whole.place(from);
        return new SourceText(
                whole.file(), whole.text().substring(from, to), whole.start() + from, place.line(), place.column());
    }
}
