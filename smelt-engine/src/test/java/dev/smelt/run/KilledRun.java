package dev.smelt.run;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A run in a process of its own, which says on its standard output how far it is until it is killed. */
final class KilledRun {
    static final int ROWS_PER_DAY = 20_000;
    private static final String ENDLESS = "range(1000000) a(i), range(1000000) b(j)";

    private KilledRun() {}

    public static void main(String[] arguments) {
        try (OpenWarehouse open = OpenWarehouse.open(Path.of(arguments[0]))) {
            new PlanExecutor(model -> Set.of())
                    .execute(
                            plan(arguments[1]),
                            open.warehouse,
                            open.ledger,
                            HandMadePlan.context(arguments[1]),
                            event -> System.out.println(event.getClass().getSimpleName()));
        }
    }

    static Plan plan(String name) {
        return switch (name) {
            case "month" -> month();
            case "endless chunk" ->
                HandMadePlan.of(
                        HandMadePlan.chunk("m", oneDay(1), 1, 2, HandMadePlan.may(1, 2), List.of()),
                        HandMadePlan.chunk(
                                "m",
                                "SELECT DATE '2026-05-02' AS d, hash(i, j) AS v FROM " + ENDLESS,
                                2,
                                2,
                                HandMadePlan.may(2, 3),
                                List.of()));
            case "endless rebuild" ->
                HandMadePlan.of(rebuild("SELECT DATE '2026-05-02' AS d, hash(i, j) AS v FROM " + ENDLESS));
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Thirty-one chunks of one day each, of which every one holds as many rows. */
    private static Plan month() {
        List<Step> steps = new ArrayList<>();
        for (int day = 1; day <= 31; day++) {
            steps.add(HandMadePlan.chunk("m", oneDay(day), day, 31, HandMadePlan.may(day, day + 1), List.of()));
        }
        return HandMadePlan.of(steps);
    }

    private static String oneDay(int day) {
        return "SELECT DATE '2026-05-01' + INTERVAL (" + (day - 1) + ") DAY AS d, hash(i) AS v FROM range("
                + ROWS_PER_DAY + ") t(i)";
    }

    private static Step rebuild(String select) {
        List<LedgerChange> ledger = List.of(
                new LedgerChange.Forgotten(new Address("m")),
                HandMadePlan.deployed("m"),
                HandMadePlan.built("m", HandMadePlan.may(2, 3)));
        return HandMadePlan.materialize("m", select, Step.How.TABLE, ledger);
    }
}
