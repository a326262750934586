package dev.smelt.assertion;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.SourceText;
import dev.smelt.model.SqlTest;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expander;
import dev.smelt.sql.Namespace;
import dev.smelt.sql.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a test needs: which models run as they are written, which tables get the given rows, and which stay empty.
 *
 * <p>A model runs where the query names it, or where it lies between the query and given rows. Everything else that is
 * read is empty. Given rows of a model that reads itself are what it reads of itself.
 *
 * @param given by the address of the input
 * @param empty inputs without rows
 * @param made in order, each after what it reads
 * @param query the test's query as the engine gets it
 */
record TestSetup(Map<Address, SqlTest.Given> given, SortedSet<Address> empty, List<Made> made, ExpandedSql query) {
    /**
     * A model, or a part of one, that runs as it is written.
     *
     * @param model for messages
     * @param partition rows without a value there belong to no partition and are left out
     */
    record Made(Address model, TableName table, ExpandedSql sql, Optional<String> partition) {}

    /** The setup, or nothing and problems. */
    static Optional<TestSetup> of(SqlTest test, Project project, ModelGraph graph, List<Diagnostic> problems) {
        return new Search(test, project, graph, problems).find();
    }

    private static final class Search {
        private final SqlTest test;
        private final Project project;
        private final ModelGraph graph;
        private final List<Diagnostic> problems;
        private final Map<Address, SqlTest.Given> given = new LinkedHashMap<>();
        private final SortedSet<Address> empty = new TreeSet<>();
        private final SortedSet<Address> reached = new TreeSet<>();
        private final SortedMap<Address, Made> made = new TreeMap<>();
        private final ModelParts parts;
        private final Namespace names;

        Search(SqlTest test, Project project, ModelGraph graph, List<Diagnostic> problems) {
            this.test = test;
            this.project = project;
            this.graph = graph;
            this.problems = problems;
            this.parts = ModelParts.of(test.query(), project, problems);
            Namespace all = Namespace.asNamed(project);
            SortedMap<Address, TableName> tables = new TreeMap<>(all.tables());
            parts.parts().forEach((address, part) -> tables.put(address, part.table()));
            this.names = new Namespace(tables, all.inlined(), all.functions());
        }

        Optional<TestSetup> find() {
            test.given().forEach(this::give);
            Optional<ExpandedSql> query = expanded(parts.query());
            if (query.isEmpty() || !problems.isEmpty()) {
                return Optional.empty();
            }
            Deque<Address> open = new ArrayDeque<>();
            query.get().references().forEach(reference -> visit(reference.target(), true, open));
            while (!open.isEmpty()) {
                Address next = open.pop();
                made.get(next).sql().references().stream()
                        .map(Reference::target)
                        .filter(target -> !target.equals(next))
                        .forEach(target -> visit(target, false, open));
            }
            given.forEach((address, rows) -> {
                if (!reached.contains(address)) {
                    problems.add(Diagnostic.error(
                            "SMELT-T002",
                            rows.place(),
                            "The test '" + test.name() + "' gives rows of " + address
                                    + ", which neither its query nor what runs below it reads.",
                            "Drop them, or correct the query."));
                }
            });
            return problems.isEmpty()
                    ? Optional.of(new TestSetup(given, empty, inOrder(), query.get()))
                    : Optional.empty();
        }

        private void give(SqlTest.Given rows) {
            Set<Address> known = names.tables().keySet();
            Address address = new Address(rows.input());
            if (known.contains(address)) {
                given.put(address, rows);
                return;
            }
            List<String> paths = known.stream().map(Address::path).toList();
            problems.add(Diagnostic.error(
                    "SMELT-T002",
                    rows.place(),
                    "There is no model, seed or source '" + rows.input() + "' to give rows of."
                            + NearNames.didYouMean(rows.input(), paths),
                    "Name it by its address, without 'smelt.'."));
        }

        private void visit(Address address, boolean namedByQuery, Deque<Address> open) {
            if (!reached.add(address)) {
                return;
            }
            Optional<ModelParts.Part> part = Optional.ofNullable(parts.parts().get(address));
            Optional<Model> model = part.map(ModelParts.Part::model)
                    .or(() -> Optional.ofNullable(project.models().get(address)));
            boolean givenAsIs = given.containsKey(address) && !graph.selfReferential(address);
            if (givenAsIs
                    || model.isEmpty()
                    || !(namedByQuery || leadsToGiven(model.get().address()))) {
                if (!givenAsIs) {
                    empty.add(address);
                }
                return;
            }
            if (graph.selfReferential(address) && !given.containsKey(address)) {
                empty.add(address);
            }
            expanded(part.map(ModelParts.Part::select).orElse(model.get().sql()))
                    .ifPresent(sql -> {
                        made.put(
                                address,
                                new Made(
                                        address,
                                        names.tables().get(address),
                                        sql,
                                        part.isPresent() ? Optional.empty() : partition(model.get())));
                        open.push(address);
                    });
        }

        private boolean leadsToGiven(Address model) {
            return given.containsKey(model) || graph.ancestors(model).stream().anyMatch(given::containsKey);
        }

        private static Optional<String> partition(Model model) {
            return model.isTable() ? model.timeseries().map(Timeseries::partitionColumn) : Optional.empty();
        }

        /** Parts come last: they read models, and only the query reads them. */
        private List<Made> inOrder() {
            List<Made> order = new ArrayList<>();
            graph.order().stream().filter(made::containsKey).map(made::get).forEach(order::add);
            parts.parts().keySet().stream()
                    .filter(made::containsKey)
                    .map(made::get)
                    .forEach(order::add);
            return order;
        }

        private Optional<ExpandedSql> expanded(SourceText text) {
            Expander.Outcome outcome = Expander.expand(text, names);
            if (outcome instanceof Expander.Refused refused) {
                problems.addAll(refused.reasons());
                return Optional.empty();
            }
            return Optional.of(outcome.orThrow());
        }
    }
}
