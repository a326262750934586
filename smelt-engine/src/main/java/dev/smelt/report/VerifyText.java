package dev.smelt.report;

import dev.smelt.time.Granularity;
import dev.smelt.verify.Blame;
import dev.smelt.verify.Difference;
import dev.smelt.verify.Difference.Cell;
import dev.smelt.verify.ModelVerdict;
import dev.smelt.verify.ModelVerdict.Checked;
import dev.smelt.verify.ModelVerdict.How;
import dev.smelt.verify.ModelVerdict.NotChecked;
import dev.smelt.verify.ModelVerdict.Trial;
import dev.smelt.verify.ModelVerdict.Untied;
import dev.smelt.verify.Suspect;
import dev.smelt.verify.Verification;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A {@link Verification} for people: per model what was compared, what differs, and what is to blame. */
public final class VerifyText {
    private static final int PARTITIONS_LISTED = 5;

    private final StringBuilder out = new StringBuilder();

    private VerifyText() {}

    public static String render(Verification verification) {
        VerifyText text = new VerifyText();
        verification.models().forEach(text::model);
        text.line("");
        text.line("Summary: " + summary(verification));
        return text.out.toString();
    }

    /** {@code 3 models: 2 equal, 1 different; 42 partitions, 1234 rows compared in 1.2 s}. */
    public static String summary(Verification verification) {
        List<Checked> checked = verification.checked();
        int failed = verification.failed().size();
        int left = verification.models().size() - checked.size();
        return Counted.of(verification.models().size(), "model") + ": " + (checked.size() - failed) + " equal, "
                + failed
                + " different" + (left == 0 ? "" : ", " + left + " not verified") + "; "
                + Counted.of(checked.stream().mapToLong(Checked::partitions).sum(), "partition") + ", "
                + Counted.of(checked.stream().mapToLong(Checked::rows).sum(), "row") + " compared in "
                + String.format(Locale.ROOT, "%.1f s", verification.took().toMillis() / 1000.0);
    }

    private void model(ModelVerdict verdict) {
        line("Model: " + verdict.model());
        if (verdict instanceof NotChecked not) {
            line("  not verified: " + not.why().render());
            return;
        }
        Checked checked = (Checked) verdict;
        line("  window " + checked.granularity().format(checked.window()) + ": "
                + Counted.of(checked.partitions(), "partition") + " with rows, "
                + Counted.of(checked.rows(), "row") + " by a full build");
        Set<How> told = EnumSet.noneOf(How.class);
        for (Trial trial : checked.trials()) {
            trial(trial);
            // what one size of chunks gets wrong, the next one mostly does too
            if (!trial.isEqual() && told.add(trial.what())) {
                details(trial, checked.granularity());
            }
        }
        checked.untied().forEach(this::untied);
        checked.blame().ifPresent(this::blame);
    }

    private void trial(Trial trial) {
        String end = trial.difference()
                .map(difference ->
                        ": " + Counted.of(difference.partitions().size(), "partition") + " of " + trial.partitions())
                .orElse(trial.lastDigits() ? ", but for the last digits of floating-point values" : "");
        line("  " + (trial.isEqual() ? "equal" : "DIFFERENT") + ": " + what(trial) + end);
    }

    private void details(Trial trial, Granularity granularity) {
        Difference difference = trial.difference().orElseThrow();
        List<Difference.Partition> partitions = difference.partitions();
        String here = trial.what() == How.TABLE ? "the table" : "the chunks";
        partitions.stream()
                .limit(PARTITIONS_LISTED)
                .forEach(each -> line("    partition " + granularity.format(each.start()) + ": "
                        + Counted.of(each.onlyTried(), "row") + " only in " + here + ", " + each.onlyFull()
                        + " only in the full build"));
        if (partitions.size() > PARTITIONS_LISTED) {
            line("    and " + (partitions.size() - PARTITIONS_LISTED) + " more");
        }
        difference.rows().forEach(row -> row(row, trial));
    }

    private static String what(Trial trial) {
        if (trial.what() == How.TABLE) {
            return "the table as it stands, in " + Counted.of(trial.partitions(), "settled partition");
        }
        String size = trial.chunks() == 1 && trial.granules() > 1
                ? "the whole window"
                : Counted.of(trial.granules(), "partition") + " at a time";
        return "built by " + size + " (" + Counted.of(trial.chunks(), "chunk") + ")";
    }

    private void row(Difference.Row row, Trial trial) {
        String side = row.full() ? "full" : trial.what() == How.TABLE ? "table" : "chunks";
        line("    " + (side + "      ").substring(0, 7) + " "
                + row.cells().stream().map(VerifyText::cell).collect(Collectors.joining(", ")));
    }

    /** Values that differ stand between asterisks. */
    private static String cell(Cell cell) {
        String mark = cell.differs() ? "*" : "";
        return mark + cell.column() + " = " + cell.value().replace("\n", "\\n") + mark;
    }

    private void untied(Untied untied) {
        line("  FALSE: " + untied.assumption().says() + ":");
        line("    " + untied.assumption().name() + ", read at "
                + untied.assumption().place() + ", is " + untied.found() + " in a row");
    }

    private void blame(Blame blame) {
        switch (blame.certainty()) {
            case SHOWN -> line("  because of this:");
            case AMONG -> line("  it is not shown which of these is to blame:");
            case UNEXPLAINED -> line("  no statement of yours stands behind this.");
        }
        blame.suspects().forEach(this::suspect);
        line("  tried: " + blame.evidence());
    }

    private void suspect(Suspect suspect) {
        line("    " + suspect.name() + " at " + suspect.place());
        line("      takes as true that " + suspect.says());
        line("      " + suspect.cure());
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
