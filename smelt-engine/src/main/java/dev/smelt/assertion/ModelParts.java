package dev.smelt.assertion;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.Identifier;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import dev.smelt.sql.Token;
import dev.smelt.sql.Tokens;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Parts of models that a test looks at: {@code smelt.marts.revenue#daily} is what the WITH of {@code marts.revenue} calls
 * {@code daily}. Each becomes a table of its own name.
 *
 * @param query the test's query with each part named by its table's address
 * @param parts by that address
 */
record ModelParts(SourceText query, SortedMap<Address, Part> parts) {
    /**
     * One part.
     *
     * @param model whose WITH holds it
     * @param select the model's text up to the end of its WITH, and then a SELECT of the part
     */
    record Part(Address address, Model model, TableName table, SourceText select) {}

    /** Finds the parts that a query names; what is wrong with them goes to the problems. */
    static ModelParts of(SourceText query, Project project, List<Diagnostic> problems) {
        Tokens tokens = Tokens.of(query.text());
        SortedMap<Address, Part> parts = new TreeMap<>();
        StringBuilder text = new StringBuilder();
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            if (!tokens.isWord(i, "smelt") || !tokens.isSymbol(i + 1, ".")) {
                continue;
            }
            List<String> path = tokens.dottedNames(i + 1);
            int next = i + 1 + 2 * path.size();
            if (!tokens.isSymbol(next, "#") || !tokens.isName(next + 1)) {
                continue;
            }
            Token last = tokens.get(next + 1);
            Optional<Part> part =
                    part(project, String.join(".", path), tokens.name(next + 1), query, tokens.get(i), problems);
            text.append(query.text(), copied, tokens.get(i).start());
            part.ifPresent(found -> {
                parts.put(found.address(), found);
                text.append("smelt.").append(found.address().path());
            });
            copied = last.end();
        }
        text.append(query.text(), copied, query.text().length());
        return new ModelParts(
                new SourceText(query.file(), text.toString(), query.start(), query.line(), query.column()), parts);
    }

    private static Optional<Part> part(
            Project project, String path, String name, SourceText query, Token at, List<Diagnostic> problems) {
        Optional<Model> model = path.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(project.models().get(new Address(path)));
        if (model.isEmpty()) {
            problems.add(Diagnostic.error(
                    "SMELT-T002",
                    query.place(at.start()),
                    "smelt." + path + "#" + name + " names a part of no model.",
                    "Name a model before the '#', and after it one of the names in that model's WITH."));
            return Optional.empty();
        }
        SourceText whole = model.get().sql();
        Optional<Integer> end = endOfWith(Tokens.of(whole.text()), name);
        if (end.isEmpty()) {
            problems.add(Diagnostic.error(
                    "SMELT-T002",
                    query.place(at.start()),
                    "The WITH of " + path + " has no '" + name + "'.",
                    "Name one of those that stand at the beginning of the model."));
            return Optional.empty();
        }
        String select = whole.text().substring(0, end.get()) + "\nSELECT * FROM " + Identifier.sql(name);
        Address address = new Address(path + "__" + name);
        return Optional.of(new Part(
                address,
                model.get(),
                new TableName(model.get().table().schema(), model.get().table().name() + "__" + name),
                new SourceText(whole.file(), select, whole.start(), whole.line(), whole.column())));
    }

    /** The offset behind a model's leading WITH, where that has the name. */
    private static Optional<Integer> endOfWith(Tokens tokens, String name) {
        if (!tokens.isWord(0, "with")) {
            return Optional.empty();
        }
        boolean found = false;
        int i = tokens.isWord(1, "recursive") ? 2 : 1;
        while (tokens.isName(i)) {
            found |= tokens.name(i).equalsIgnoreCase(name);
            int open = i + 1;
            // Column names, AS, NOT MATERIALIZED stand between a name and its query.
            while (open < tokens.size() && !tokens.isWord(open, "as")) {
                open++;
            }
            while (open < tokens.size() && !tokens.isSymbol(open, "(")) {
                open++;
            }
            Optional<Integer> close = tokens.closing(open);
            if (close.isEmpty()) {
                return Optional.empty();
            }
            if (!tokens.isSymbol(close.get() + 1, ",")) {
                return found ? Optional.of(tokens.get(close.get()).end()) : Optional.empty();
            }
            i = close.get() + 2;
        }
        return Optional.empty();
    }
}
