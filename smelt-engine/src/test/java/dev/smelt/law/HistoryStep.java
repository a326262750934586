package dev.smelt.law;

import dev.smelt.BuildRequest;
import dev.smelt.law.Case.Change;
import dev.smelt.law.HistoryProject.ProjectModel;
import java.util.List;

/** Something that happens to a project. */
sealed interface HistoryStep {
    /** A request; a request that is refused changes nothing. */
    record Asked(String name, BuildRequest request) implements HistoryStep {}

    /** Rows go and come, and smelt is told, or is left to find out. */
    record Landed(List<Change> changes, Told told, BuildRequest request) implements HistoryStep {
        /** How smelt learns of a landing; the request says which models are asked for, and how large the chunks are. */
        enum Told {
            /** {@code sinceUpstream} with the granules. */
            GRANULES,
            /** {@code run} over a window that holds them. */
            WINDOW,
            /** {@code sinceUpstream} alone: it has to find them. */
            FOUND,
            /** {@code run} alone. */
            AUTO
        }
    }

    /** The model's file now says something else; what reads the model finds the same columns. */
    record Redefined(ProjectModel now) implements HistoryStep {}

    /** The process ends and another one begins. */
    record Reopened() implements HistoryStep {}
}
