package dev.smelt;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a warehouse holds: of every table and day a fingerprint of the rows, and what the ledger says of every partition.
 *
 * @param days by table and day, {@code rolling 2026-05-01}; a table without rows has none
 * @param partitions of the ledger: model, start, complete, why stale, rows, definition
 * @param runs how many runs the ledger knows
 * @param steps of the last run: position, kind, model, start, end, state
 */
record WarehouseState(
        SortedMap<String, String> days, List<String> partitions, long runs, List<String> steps, List<String> tables) {

    static WarehouseState of(UserProject project) {
        return project.look(WarehouseState::of);
    }

    private static WarehouseState of(UserProject.Look warehouse) {
        List<String> tables =
                warehouse.rows("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' ORDER BY 1");
        SortedMap<String, String> days = new TreeMap<>();
        for (String table : tables) {
            warehouse
                    .rows("SELECT CAST(d AS DATE), count(*) || '/' || bit_xor(h) || '/' || sum(h) FROM (SELECT d,"
                            // the same whatever the integers' width
                            + " hash(CAST(to_json(t) AS VARCHAR)) AS h FROM main." + table + " t) GROUP BY ALL")
                    .forEach(row -> days.put(table + " " + row.split(" ")[0], row.split(" ")[1]));
        }
        boolean ledger = !warehouse
                .rows("SELECT 1 FROM duckdb_tables() WHERE table_name = 'run_steps'")
                .isEmpty();
        return new WarehouseState(
                days,
                ledger
                        ? warehouse.rows(
                                "SELECT model, coalesce(strftime(starts_at, '%Y-%m-%d'), 'whole'), complete,"
                                        + " \"rows\", definition, coalesce(stale_reason, '') FROM _smelt.partitions ORDER BY ALL")
                        : List.of(),
                ledger ? warehouse.rows("SELECT run_id FROM _smelt.runs").size() : 0,
                ledger
                        ? warehouse.rows("SELECT kind, model, coalesce(strftime(CASE WHEN kind = 'CHUNK' THEN"
                                + " make_timestamp(range_start) END, '%Y-%m-%d'), '-'), coalesce(strftime(CASE WHEN kind ="
                                + " 'CHUNK' THEN make_timestamp(range_end) END, '%Y-%m-%d'), '-'), state FROM"
                                + " _smelt.run_steps WHERE run_id = (SELECT run_id FROM _smelt.runs ORDER BY started DESC,"
                                + " rowid DESC LIMIT 1) ORDER BY position")
                        : List.of(),
                tables);
    }

    /** What disagrees with the state before the command, the one after it, and the ledger's own word; empty where nothing. */
    List<String> disagreements(WarehouseState before, WarehouseState after, boolean killedRun) {
        List<String> found = new ArrayList<>();
        SortedMap<String, String> expected = new TreeMap<>(before.days);
        if (killedRun) {
            steps.stream().map(step -> step.split(" ")).forEach(step -> apply(step, expected, after));
        }
        if (!days.equals(expected)) {
            found.add("days: " + differences(expected));
        }
        List<String> known = new ArrayList<>(before.tables);
        known.addAll(after.tables);
        tables.stream().filter(table -> !known.contains(table)).forEach(table -> found.add("helper table " + table));
        boolean marked = steps.stream().noneMatch(step -> step.startsWith("MARKS") && step.endsWith("PLANNED"));
        for (String partition : partitions) {
            String[] cells = partition.split(" ", 6);
            if (!cells[1].equals("whole")) {
                agree(cells, cells.length < 6 || cells[5].isEmpty(), marked && killedRun, after, found);
            }
        }
        return found;
    }

    private void agree(String[] cells, boolean fresh, boolean marked, WarehouseState after, List<String> found) {
        String day = cells[0] + " " + cells[1];
        String rows = days.getOrDefault(day, "0/").split("/")[0];
        if (!rows.equals(cells[3])) {
            found.add(day + " holds " + rows + " rows, and the ledger says " + cells[3]);
        }
        boolean sameDefinition = after.partitions.stream().anyMatch(each -> each.contains(" " + cells[4]));
        if (fresh
                && marked
                && sameDefinition
                && after.days.containsKey(day)
                && !after.days.get(day).equals(days.get(day))) {
            found.add(day + " is called fresh and is not as it will be");
        }
    }

    private static void apply(String[] step, SortedMap<String, String> expected, WarehouseState after) {
        boolean writes = List.of("CHUNK", "TABLE", "SEED").contains(step[0]) && step[4].equals("DONE");
        if (!writes) {
            return;
        }
        String from = step[1] + " " + (step[2].equals("-") ? "" : step[2]);
        String to = step[1] + " " + (step[3].equals("-") ? "~" : step[3]);
        expected.subMap(from, to).clear();
        expected.putAll(after.days.subMap(from, to));
    }

    private List<String> differences(SortedMap<String, String> expected) {
        List<String> differ = new ArrayList<>();
        SortedMap<String, String> all = new TreeMap<>(expected);
        all.putAll(days);
        all.keySet().stream()
                .filter(day -> !java.util.Objects.equals(expected.get(day), days.get(day)))
                .limit(6)
                .forEach(day -> differ.add(day + " expected " + expected.get(day) + " is " + days.get(day)));
        return differ;
    }
}
