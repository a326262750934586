package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.report.snapshot.SnapshotText;
import dev.smelt.report.snapshot.SnapshotWriter;
import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Writes what is deployed into one JSON file: the tables with their columns, what may be NULL, the models' definitions, and
 * which partitions are built or stale. {@code smelt:diff -Dsmelt.snapshot=FILE} then gives the verdict that it would give
 * with the warehouse. The file holds no data, and is the same for the same warehouse. Writes nothing else.
 *
 * @since 0.1.0
 */
@Mojo(name = "snapshot", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class SnapshotMojo extends AbstractSmeltMojo {

    /**
     * The file that is written, such as {@code deployed.json}; a relative one lies in the module's base directory. Without
     * it: {@code snapshot.json} in the output directory.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.snapshot")
    private File snapshot;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.snapshot.skip", defaultValue = "false")
    private boolean skipSnapshot;

    public SnapshotMojo() {
        super("snapshot");
    }

    @Override
    boolean skipsGoal() {
        return skipSnapshot;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) {
        WarehouseSnapshot taken = smelt.snapshot();
        String json = SnapshotWriter.write(taken);
        Optional<Path> file = Optional.ofNullable(snapshot).map(this::inBaseDirectory);
        file.ifPresent(each -> GoalOutput.replace(each, json));
        output.show(SnapshotText.render(taken), json);
        file.ifPresent(each -> getLog().info("Written to " + each));
    }
}
