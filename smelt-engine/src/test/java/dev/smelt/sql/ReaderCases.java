package dev.smelt.sql;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.SourceText;
import dev.smelt.sql.SqlReader.Read;
import dev.smelt.sql.SqlReader.Reading;
import dev.smelt.sql.SqlReader.Unreadable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statements of {@code reader-cases.txt}, which every reader is held against. */
public final class ReaderCases {
    private ReaderCases() {}

    /**
     * @param parser what the reader with the parser makes of it, as {@link #outcome} says it
     * @param tree what the reader of the engine's tree makes of it
     */
    public record Case(String sql, String parser, String tree) {
        @Override
        public String toString() {
            return sql;
        }
    }

    public static List<Case> all() throws IOException {
        List<String> lines;
        try (BufferedReader text = new BufferedReader(new InputStreamReader(
                ReaderCases.class.getResourceAsStream("/dev/smelt/sql/reader-cases.txt"), StandardCharsets.UTF_8))) {
            lines = text.lines().filter(line -> !line.startsWith("# ")).toList();
        }
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < lines.size(); i += 2) {
            String sql = lines.get(i);
            String parser = lines.get(i + 1);
            boolean differs = i + 2 < lines.size() && lines.get(i + 2).startsWith("> ");
            cases.add(new Case(sql, parser, differs ? lines.get(i + 2).substring(2) : parser));
            i += differs ? 1 : 0;
        }
        return List.copyOf(cases);
    }

    public static ExpandedSql text(String sql) {
        SourceText source = SourceText.whole("models/m.sql", sql);
        Span whole = new Span(0, sql.length());
        return new ExpandedSql(
                sql, List.of(new ExpandedSql.Segment(whole, source, 0, true, Optional.empty())), List.of());
    }

    /** {@code =} and the IR on one line, or {@code !} and the refusal's code and place. */
    public static String outcome(Reading reading) {
        if (reading instanceof Read read) {
            return "= " + IrText.of(read.query());
        }
        Diagnostic reason = ((Unreadable) reading).reason();
        return "! " + reason.code() + " "
                + reason.place().orElseThrow().toString().replace("models/m.sql:", "");
    }

    public static boolean within(Span span, String text) {
        return 0 <= span.start() && span.start() < span.end() && span.end() <= text.length();
    }

    /** The parts of the dotted name that stands at the span. */
    public static List<String> nameAt(Span span, String text) {
        Tokens tokens = Tokens.of(text.substring(span.start(), span.end()));
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i += 2) {
            String part = tokens.textAt(i);
            boolean string = part.startsWith("'");
            parts.add(string ? part.substring(1, part.length() - 1) : tokens.name(i));
        }
        return parts;
    }
}
