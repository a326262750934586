package dev.smelt.verify;

import dev.smelt.model.TableName;
import dev.smelt.plan.Rehearsal;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Interval;
import dev.smelt.verify.Blame.Certainty;
import dev.smelt.verify.ModelVerdict.How;
import dev.smelt.verify.ModelVerdict.Trial;
import dev.smelt.verify.ModelVerdict.Untied;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for what makes a build differ, by trying: the chunks that differ are built again, each time with the window of one
 * reference thrown open. Where that mends them, what stands behind the window of that reference is to blame.
 */
final class BlameSearch {
    /** Chunks that are built again for each try. */
    private static final int CHUNKS_TRIED = 3;

    private final Bench bench;
    private final Suspects suspects;
    private final Interval window;
    private final List<Untied> untied;

    BlameSearch(Bench bench, Suspects suspects, Interval window, List<Untied> untied) {
        this.bench = bench;
        this.suspects = suspects;
        this.window = window;
        this.untied = untied;
    }

    /** @param chunks the chunks of the first trial by chunks that differs; empty where only the table does */
    Optional<Blame> search(List<Trial> trials, List<Interval> chunks) {
        Optional<Trial> different =
                trials.stream().filter(trial -> !trial.isEqual()).findFirst();
        if (different.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                different.get().what() == How.TABLE
                        ? ofTable()
                        : ofChunks(
                                differing(chunks, different.get().difference().orElseThrow())));
    }

    private Blame ofTable() {
        List<Suspect> asBuilt = suspects.asBuilt();
        String evidence = "Built by chunks it equals a full rebuild; only what stands in the table does not.";
        return asBuilt.isEmpty()
                ? new Blame(
                        Certainty.UNEXPLAINED,
                        List.of(),
                        evidence + " No change of its inputs is known that has not been run: the table may have been"
                                + " changed by hand, or an input before it was first looked at.")
                : new Blame(Certainty.AMONG, asBuilt, evidence);
    }

    private Blame ofChunks(List<Interval> chunks) {
        TableName again = bench.buildFullAgain(window);
        if (!isEqual(again, List.of(window))) {
            return unstable("Two full builds of the same window, one after the other, differ too.");
        }
        List<ReferenceRelation> clocked = bench.rehearsal().relations().stream()
                .filter(relation -> !relation.isLookup())
                .toList();
        List<ReferenceRelation> mending = clocked.stream()
                .filter(relation -> isMended(chunks, each -> isSame(each, relation)))
                .toList();
        if (!mending.isEmpty()) {
            return of(mending);
        }
        return isMended(chunks, relation -> true)
                ? of(clocked)
                : unstable("Even with everything read, the chunks differ from a full build.");
    }

    private Blame of(List<ReferenceRelation> culprits) {
        List<Suspect> found = culprits.stream()
                .flatMap(relation -> Stream.concat(suspects.of(relation).stream(), untied(relation)))
                .distinct()
                .toList();
        String names = culprits.stream()
                .map(relation -> relation.reference().target().toString())
                .distinct()
                .collect(Collectors.joining(" or "));
        String evidence = "With all of " + names + " read, the partitions that differ are equal.";
        if (found.isEmpty()) {
            return new Blame(
                    Certainty.UNEXPLAINED,
                    List.of(),
                    evidence + " Its window follows from the SQL alone: please report this as a bug of smelt.");
        }
        return new Blame(found.size() == 1 ? Certainty.SHOWN : Certainty.AMONG, found, evidence);
    }

    /** Clock assumptions were tested on the data: only false ones are suspects. */
    private Stream<Suspect> untied(ReferenceRelation relation) {
        return untied.stream()
                .map(Untied::assumption)
                .filter(suspect ->
                        suspect.name().endsWith(" of " + relation.reference().target()));
    }

    private Blame unstable(String evidence) {
        List<Suspect> found = suspects.unstable();
        return found.isEmpty()
                ? new Blame(Certainty.UNEXPLAINED, List.of(), evidence)
                : new Blame(found.size() == 1 ? Certainty.SHOWN : Certainty.AMONG, found, evidence);
    }

    private boolean isMended(List<Interval> chunks, Predicate<ReferenceRelation> widened) {
        return isEqual(bench.buildChunks(chunks, widened), chunks);
    }

    private boolean isEqual(TableName tried, List<Interval> windows) {
        return bench.comparison()
                .compare(tried, bench.full(), windows)
                .difference()
                .isEmpty();
    }

    /** A few of the chunks that hold what differs; of a model that reads itself, all up to them. */
    private List<Interval> differing(List<Interval> chunks, Difference difference) {
        Rehearsal rehearsal = bench.rehearsal();
        List<Interval> found = new ArrayList<>();
        for (Interval chunk : chunks) {
            if (difference.partitions().stream().anyMatch(each -> chunk.contains(each.start()))) {
                found.add(chunk);
            }
        }
        List<Interval> first = found.subList(0, Math.min(CHUNKS_TRIED, found.size()));
        return rehearsal.readsItself() ? chunks.subList(0, chunks.indexOf(first.get(first.size() - 1)) + 1) : first;
    }

    private static boolean isSame(ReferenceRelation one, ReferenceRelation other) {
        return one.reference().index() == other.reference().index();
    }
}
