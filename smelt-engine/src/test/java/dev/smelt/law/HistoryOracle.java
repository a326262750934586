package dev.smelt.law;

import dev.smelt.law.HistoryBench.LawBroken;
import dev.smelt.law.HistoryProject.Extra;
import dev.smelt.law.HistoryProject.ProjectModel;
import dev.smelt.plan.DirtySet;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Knows what the tables of a history should hold: what their definitions say, run whole. */
final class HistoryOracle {
    private static final String COLUMNS = "p, k, v, t";

    private Statement statement;
    private boolean remembers;
    private int checked;
    private int announced;
    private int changed;

    /** By model: the definition that its table was last written by, as the ledger keeps it, and what the file said then. */
    private final Map<String, Deployed> deployed = new HashMap<>();

    private record Deployed(String definition, ProjectModel model, long since) {}

    private record Partitions(List<Interval> fresh, List<Interval> stale) {
        IntervalSet built() {
            return IntervalSet.of(fresh).union(IntervalSet.of(stale));
        }
    }

    HistoryOracle(Statement statement) {
        this.statement = statement;
    }

    void movedTo(Statement other) {
        statement = other;
        remembers = false;
    }

    int checked() {
        return checked;
    }

    int announced() {
        return announced;
    }

    int changed() {
        return changed;
    }

    // ---- tables against the ledger

    /** Each built partition that is not marked stale is what the model's SQL gives over what it reads. */
    void check(HistoryProject project) throws SQLException, LawBroken {
        if (!holdsLedger()) {
            return;
        }
        lookWhatIsDeployed(project);
        Map<String, Partitions> ledger = ledger();
        for (ProjectModel model : project.models()) {
            Partitions partitions = ledger.get(model.name());
            if (model.isIncremental() && partitions != null) {
                check(project, deployed.get(model.name()).model(), partitions);
            }
        }
    }

    /** After a run of everything: nothing is stale, and nothing is missing. */
    void checkWhole(HistoryProject project) throws SQLException, LawBroken {
        Map<String, Partitions> ledger = ledger();
        for (ProjectModel model : project.models()) {
            Partitions partitions = ledger.getOrDefault(model.name(), new Partitions(List.of(), List.of()));
            if (!partitions.stale().isEmpty()) {
                throw new LawBroken(
                        "stale after auto",
                        model.name() + " still has stale partitions after auto: "
                                + partitions.stale().stream()
                                        .map(model.model().granularity()::format)
                                        .toList());
            }
            if (model.isIncremental() && project.takesItsDaysFromData() && deployed.containsKey(model.name())) {
                rebuild(project, deployed.get(model.name()).model(), "full_rebuild", "main.");
                differ(
                        model,
                        "is not whole after auto",
                        "(SELECT " + COLUMNS + " FROM full_rebuild WHERE p IS NOT NULL)",
                        "(SELECT " + COLUMNS + " FROM main." + model.name() + ")");
            }
        }
    }

    private boolean holdsLedger() throws SQLException {
        try (ResultSet ledger = statement.executeQuery(
                "SELECT 1 FROM duckdb_tables() WHERE schema_name = '_smelt' AND table_name = 'partitions'")) {
            return ledger.next();
        }
    }

    private void lookWhatIsDeployed(HistoryProject project) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "SELECT model, string_agg(coalesce(column_name, '') || fingerprint,"
                        + " ' ' ORDER BY column_name), (SELECT sequence FROM _smelt.meta) FROM _smelt.definitions GROUP BY model")) {
            while (rows.next()) {
                String name = rows.getString(1);
                String definition = rows.getString(2);
                boolean known = deployed.containsKey(name)
                        && deployed.get(name).definition().equals(definition);
                if (!known) {
                    long since = rows.getLong(3);
                    project.model(name).ifPresent(model -> deployed.put(name, new Deployed(definition, model, since)));
                }
            }
        }
    }

    private Map<String, Partitions> ledger() throws SQLException {
        Map<String, Partitions> ledger = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery("SELECT model, range_start, range_end, stale_reason IS NOT NULL,"
                + " definition FROM _smelt.partitions ORDER BY ALL")) {
            while (rows.next()) {
                Partitions model = ledger.computeIfAbsent(
                        rows.getString(1), name -> new Partitions(new ArrayList<>(), new ArrayList<>()));
                Interval range = new Interval(rows.getLong(2), rows.getLong(3));
                (rows.getBoolean(4) ? model.stale() : model.fresh()).add(range);
            }
        }
        return ledger;
    }

    private void check(HistoryProject project, ProjectModel model, Partitions partitions)
            throws SQLException, LawBroken {
        checked += partitions.fresh().size();
        rebuild(project, model, "full_rebuild", "main.");
        List<Interval> all = new ArrayList<>(partitions.fresh());
        all.addAll(partitions.stale());
        String fresh = within(model, partitions.fresh());
        String columns = columns(model);
        differ(
                model,
                "is not marked stale but differs from its full rebuild",
                "(SELECT " + columns + " FROM full_rebuild WHERE " + fresh + ")",
                "(SELECT " + columns + " FROM main." + model.name() + " WHERE " + fresh + ")",
                "SELECT 'of no built partition', p, k, v, t FROM main." + model.name() + " WHERE NOT coalesce("
                        + within(model, all) + ", false)");
    }

    /** A column that was added is compared where it says how history is filled, truthfully. */
    private static String columns(ProjectModel model) {
        return model.extra().filter(Extra::filled).isPresent() ? COLUMNS + ", extra" : COLUMNS;
    }

    private void differ(ProjectModel model, String how, String one, String other) throws SQLException, LawBroken {
        differ(model, how, one, other, "SELECT 'no', NULL, NULL, NULL, NULL WHERE false");
    }

    private void differ(ProjectModel model, String how, String one, String other, String more)
            throws SQLException, LawBroken {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery("SELECT 'missing', p, k, v, t FROM (" + one + " EXCEPT ALL "
                + other
                + ") UNION ALL SELECT 'extra', p, k, v, t FROM (" + other + " EXCEPT ALL " + one + ") UNION ALL " + more
                + " ORDER BY 2, 1 LIMIT 6")) {
            while (found.next()) {
                rows.add(found.getString(1) + " " + found.getString(2) + " | " + found.getString(3) + " | "
                        + found.getString(4) + " | " + found.getString(5));
            }
        }
        if (!rows.isEmpty()) {
            throw new LawBroken(how, model.name() + " " + how + ":\n" + String.join("\n", rows));
        }
    }

    private static String within(ProjectModel model, List<Interval> windows) {
        if (windows.isEmpty()) {
            return "false";
        }
        Granularity granularity = model.model().granularity();
        List<String> sides = new ArrayList<>();
        for (Interval window : IntervalSet.of(windows).intervals()) {
            sides.add(
                    granularity.isTime()
                            ? "(p >= '" + granularity.format(window.start()) + "' AND p < '"
                                    + granularity.format(window.end()) + "')"
                            : "(p >= " + window.start() + " AND p < " + window.end() + ")");
        }
        return String.join(" OR ", sides);
    }

    // ---- full rebuilds

    /**
     * What the model holds if it is made whole over its inputs as they are.
     *
     * @param inputs what stands before the name of a model that is read and no view
     */
    private void rebuild(HistoryProject project, ProjectModel model, String table, String inputs) throws SQLException {
        String sql = sql(project, model, inputs);
        String itself = "smelt." + model.name() + " ";
        if (!sql.contains(itself)) {
            statement.execute("CREATE OR REPLACE TEMP TABLE " + table + " AS " + sql);
            return;
        }
        String reading = sql.replace(itself, table + " ");
        String time = model.model().granularity().isTime() ? "DATE" : "BIGINT";
        String other = model.model().granularity().isTime() ? "TIMESTAMP" : "BIGINT";
        statement.execute("CREATE OR REPLACE TEMP TABLE " + table + " (p " + time + ", k INTEGER, v BIGINT, t " + other
                + (model.extra().isPresent() ? ", extra BIGINT)" : ")"));
        List<String> days = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery("SELECT DISTINCT p FROM (" + reading + ") WHERE p IS NOT NULL ORDER BY p")) {
            while (rows.next()) {
                days.add(rows.getString(1));
            }
        }
        for (String day : days) {
            statement.execute("INSERT INTO " + table + " SELECT * FROM (" + reading + ") WHERE p = '" + day + "'");
        }
    }

    private String sql(HistoryProject project, ProjectModel model, String inputs) {
        String sql = model.model().plainSql();
        for (ProjectModel upstream : project.models()) {
            String name = "smelt." + upstream.name() + " ";
            if (!upstream.name().equals(model.name()) && sql.contains(name)) {
                String stands =
                        upstream.isView() ? "(" + sql(project, upstream, inputs) + ")" : inputs + upstream.name();
                sql = sql.replace(name, stands + " ");
            }
        }
        return sql;
    }

    // ---- what was announced

    /** Makes everything whole over the sources as they are, to be compared with what they become. */
    void remember(HistoryProject project) throws SQLException {
        if (!remembers) {
            wholes(project, "whole_");
        }
        remembers = true;
    }

    private void wholes(HistoryProject project, String prefix) throws SQLException {
        for (ProjectModel model : project.models()) {
            if (!model.isView()) {
                rebuild(project, model, prefix + model.name(), prefix);
                statement.execute("DELETE FROM " + prefix + model.name() + " WHERE p IS NULL");
            }
        }
    }

    /** What was made whole is of no use any more: sources or definitions are others. */
    void forget() {
        remembers = false;
    }

    /**
     * Every built partition that a full rebuild of everything would now change is in the dirty set. Of those that are not
     * built nobody is told where there is no end to them: behind a lookup, or a window open to one side.
     */
    void checkAnnounced(HistoryProject project, DirtySet dirty) throws SQLException, LawBroken {
        wholes(project, "after_");
        Map<String, Partitions> ledger = holdsLedger() ? ledger() : Map.of();
        for (ProjectModel model : project.models()) {
            if (model.isIncremental() && ledger.containsKey(model.name())) {
                checkAnnounced(model, dirty, ledger.get(model.name()).built());
            }
        }
        for (ProjectModel model : project.models()) {
            if (!model.isView()) {
                statement.execute("DROP TABLE whole_" + model.name());
                statement.execute("ALTER TABLE after_" + model.name() + " RENAME TO whole_" + model.name());
            }
        }
        remembers = true;
    }

    private void checkAnnounced(ProjectModel model, DirtySet dirty, IntervalSet built) throws SQLException, LawBroken {
        List<Interval> windows = dirty.runs().stream()
                .filter(run -> run.model().path().equals(model.name()))
                .map(DirtySet.Run::window)
                .toList();
        Granularity granularity = model.model().granularity();
        String before = "(SELECT " + COLUMNS + " FROM whole_" + model.name() + ")";
        String after = "(SELECT " + COLUMNS + " FROM after_" + model.name() + ")";
        String value = granularity.isTime() ? "epoch_us(CAST(p AS TIMESTAMP))" : "CAST(p AS BIGINT)";
        Map<Long, Boolean> granules = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery("SELECT DISTINCT " + value + ", true FROM ((" + before
                + " EXCEPT ALL " + after + ") UNION ALL (" + after + " EXCEPT ALL " + before
                + ")) UNION ALL SELECT DISTINCT " + value + ", false FROM (" + before + " UNION ALL " + after + ")")) {
            while (rows.next()) {
                granules.merge(granularity.floor(rows.getLong(1)), rows.getBoolean(2), Boolean::logicalOr);
            }
        }
        Set<String> missed = new TreeSet<>();
        granules.forEach((granule, differs) -> {
            if (windows.stream().anyMatch(window -> window.contains(granule))) {
                announced++;
                changed += differs ? 1 : 0;
            } else if (differs && built.overlaps(granularity.granule(granule))) {
                missed.add(granularity.format(granule));
            }
        });
        if (!missed.isEmpty()) {
            throw new LawBroken(
                    "changed and not announced",
                    model.name() + " changed in " + missed + ", announced were "
                            + windows.stream().map(granularity::format).toList());
        }
    }
}
