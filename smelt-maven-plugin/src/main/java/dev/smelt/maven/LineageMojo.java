package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.report.LineageJson;
import dev.smelt.report.LineageReport;
import dev.smelt.report.LineageText;
import dev.smelt.report.OpenLineageEvents;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Shows where the columns of models come from: of each the expression, its place, and the columns of the inputs that it is
 * computed from or that decide something about it; as text, as JSON, or as events for a catalogue that speaks OpenLineage.
 * Writes nothing.
 *
 * @since 0.1.0
 */
@Mojo(name = "lineage", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class LineageMojo extends AbstractSmeltMojo {

    /**
     * What is printed: {@code text}, {@code json}, or {@code openlineage} for one OpenLineage event per line and model. The
     * report files hold text and JSON whatever is printed.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.format", defaultValue = "text")
    private String format;

    /**
     * The namespace of the tables in OpenLineage events, such as {@code duckdb://warehouse}. Without it:
     * {@code duckdb://} and the path of the warehouse file.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.namespace")
    private String namespace;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.lineage.skip", defaultValue = "false")
    private boolean skipLineage;

    public LineageMojo() {
        super("lineage");
    }

    @Override
    boolean skipsGoal() {
        return skipLineage;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) {
        String printed = Choice.of("smelt.format", format, List.of("text", "json", "openlineage"));
        LineageReport report = smelt.lineage(selectors());
        String text = LineageText.render(report);
        String json = LineageJson.render(report);
        output.keep(text, json);
        output.print(
                switch (printed) {
                    case "json" -> json;
                    case "openlineage" -> OpenLineageEvents.render(report, Optional.ofNullable(namespace));
                    default -> text;
                });
    }
}
