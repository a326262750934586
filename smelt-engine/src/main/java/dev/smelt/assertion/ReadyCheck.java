package dev.smelt.assertion;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.DataCheck;
import dev.smelt.model.Project;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expander;
import dev.smelt.sql.Namespace;
import dev.smelt.sql.Reference;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.StatementFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A check as the warehouse gets it.
 *
 * @param sql functions and ephemeral models expanded, everything else named by its table
 * @param reads the models, seeds and sources that it names, ephemeral ones too
 */
public record ReadyCheck(DataCheck check, ExpandedSql sql, SortedSet<Address> reads) {
    private static final int SAMPLE = 5;

    public ReadyCheck {
        reads = Collections.unmodifiableSortedSet(new TreeSet<>(reads));
    }

    /** Asks the warehouse for the first rows of a query. */
    @FunctionalInterface
    public interface Asking {
        List<Cells> query(String sql, int limit);
    }

    /** The project's checks; what is wrong with them goes to the problems. */
    public static List<ReadyCheck> of(Project project, List<Diagnostic> problems) {
        Namespace statements = Namespace.of(project);
        Namespace asNamed = Namespace.asNamed(project);
        List<ReadyCheck> ready = new ArrayList<>();
        for (DataCheck check : project.checks()) {
            Expander.Outcome outcome = Expander.expand(check.query(), statements);
            if (outcome instanceof Expander.Refused refused) {
                problems.addAll(refused.reasons());
                continue;
            }
            SortedSet<Address> reads = new TreeSet<>();
            List.of(outcome, Expander.expand(check.query(), asNamed))
                    .forEach(each -> each.orThrow().references().stream()
                            .map(Reference::target)
                            .forEach(reads::add));
            ready.add(new ReadyCheck(check, outcome.orThrow(), reads));
        }
        return List.copyOf(ready);
    }

    /** The first of the tables that it reads which the warehouse does not have. */
    public Optional<Address> notBuilt(CatalogueSnapshot catalogue) {
        return sql.references().stream()
                .filter(reference -> catalogue.relation(reference.table()).isEmpty())
                .map(Reference::target)
                .findFirst();
    }

    /** Runs it. */
    public CheckOutcome judge(Asking warehouse, Clock clock) {
        Instant started = clock.instant();
        List<Cells> sample = List.of();
        List<String> columns = List.of();
        long rows = 0;
        Optional<Diagnostic> error = Optional.empty();
        try {
            sample = warehouse.query(sql.text(), SAMPLE);
            if (!sample.isEmpty()) {
                columns =
                        warehouse
                                .query("SELECT column_name FROM (DESCRIBE " + sql.text() + "\n)", Integer.MAX_VALUE)
                                .stream()
                                .map(row -> row.at(0).orElseThrow())
                                .toList();
                rows = sample.size() < SAMPLE
                        ? sample.size()
                        : warehouse
                                .query("SELECT count(*) FROM (\n" + sql.text() + "\n)", 1)
                                .get(0)
                                .number(0);
            }
        } catch (StatementFailure e) {
            error = Optional.of(Diagnostic.error(
                    "SMELT-T010",
                    check.place(),
                    "The check '" + check.name() + "' cannot be run: " + e.getMessage(),
                    "Mend its query."));
        }
        return new CheckOutcome(
                check,
                rows,
                columns,
                sample.stream().map(Cells::values).toList(),
                error,
                Duration.between(started, clock.instant()));
    }

    /** That it cannot be judged, because something that it reads is not built. */
    public CheckOutcome unbuilt(Address missing) {
        return new CheckOutcome(
                check,
                0,
                List.of(),
                List.of(),
                Optional.of(Diagnostic.error(
                        "SMELT-T008",
                        check.place(),
                        "The check '" + check.name() + "' reads " + missing + ", which is not built.",
                        "Build it with mvn smelt:run first.")),
                Duration.ZERO);
    }
}
