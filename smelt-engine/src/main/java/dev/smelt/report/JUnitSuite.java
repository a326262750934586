package dev.smelt.report;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.assertion.TestOutcome;
import dev.smelt.diagnostics.Diagnostic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Results in the shape in which CI servers read those of unit tests.
 *
 * @param name of the suite, such as {@code smelt.test}
 * @param cases one per test, check or model, in order
 */
public record JUnitSuite(String name, List<Case> cases) {
    /**
     * One case.
     *
     * @param group the suite's name, or a part of it: what CI servers fold cases into
     * @param problem why it did not pass
     * @param output what there is to say beside
     */
    public record Case(
            String group, String name, Duration elapsed, Optional<Problem> problem, Optional<String> output) {}

    /** @param kind failure or error @param type a code or word @param message one line @param details everything */
    public record Problem(Kind kind, String type, String message, String details) {}

    /** What CI servers tell apart. */
    public enum Kind {
        /** What was looked at is not as it should be. */
        FAILURE,
        /** It could not be looked at. */
        ERROR
    }

    public JUnitSuite {
        cases = List.copyOf(cases);
    }

    public long count(Kind kind) {
        return cases.stream()
                .filter(each ->
                        each.problem().filter(problem -> problem.kind() == kind).isPresent())
                .count();
    }

    /** A case per test. */
    public static JUnitSuite of(TestReport report) {
        return new JUnitSuite(
                "smelt.test", report.outcomes().stream().map(JUnitSuite::test).toList());
    }

    /** A case per check; one that only warns passes, and says so. */
    public static JUnitSuite of(CheckReport report) {
        return new JUnitSuite(
                "smelt.check", report.outcomes().stream().map(JUnitSuite::check).toList());
    }

    /** A case per model, and one for the project beside its models; warnings pass, and are said. */
    public static JUnitSuite of(ValidationReport report) {
        List<Case> cases = new ArrayList<>();
        cases.add(validation("project", report.general()));
        report.models().forEach(model -> cases.add(validation(model.model().path(), model.findings())));
        return new JUnitSuite("smelt.validate", cases);
    }

    private static Case test(TestOutcome outcome) {
        Optional<Problem> problem = switch (outcome.verdict()) {
            case PASSED -> Optional.empty();
            case FAILED ->
                Optional.of(new Problem(Kind.FAILURE, "rows", "other rows than expected", TestText.details(outcome)));
            case BROKEN ->
                Optional.of(new Problem(
                        Kind.ERROR,
                        outcome.errors().get(0).code(),
                        outcome.errors().get(0).message(),
                        TestText.details(outcome)));
        };
        return new Case("smelt.test", outcome.test().name(), outcome.elapsed(), problem, Optional.empty());
    }

    private static Case check(CheckOutcome outcome) {
        Optional<Problem> problem = outcome.verdict() == CheckOutcome.Verdict.FAILED
                ? outcome.diagnostic()
                        .map(found -> new Problem(
                                outcome.error().isPresent() ? Kind.ERROR : Kind.FAILURE,
                                found.code(),
                                found.message(),
                                CheckText.details(outcome)))
                : Optional.empty();
        Optional<String> warning = outcome.verdict() == CheckOutcome.Verdict.WARNED
                ? Optional.of("warning: " + Counted.of(outcome.rows(), "row") + "\n" + CheckText.details(outcome))
                : Optional.empty();
        return new Case("smelt.check", outcome.check().name(), outcome.elapsed(), problem, warning);
    }

    private static Case validation(String name, List<Diagnostic> findings) {
        List<Diagnostic> errors = findings.stream().filter(Diagnostic::isError).toList();
        Optional<Problem> problem = errors.stream()
                .findFirst()
                .map(first -> new Problem(Kind.FAILURE, first.code(), first.message(), rendered(errors)));
        List<Diagnostic> others =
                findings.stream().filter(finding -> !finding.isError()).toList();
        return new Case(
                "smelt.validate",
                name,
                Duration.ZERO,
                problem,
                others.isEmpty() ? Optional.empty() : Optional.of(rendered(others)));
    }

    private static String rendered(List<Diagnostic> findings) {
        return findings.stream().map(Diagnostic::render).collect(Collectors.joining("\n"));
    }
}
