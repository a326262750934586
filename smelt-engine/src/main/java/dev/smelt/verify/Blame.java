package dev.smelt.verify;

import java.util.List;

/**
 * Why a build differs from a full one.
 *
 * @param certainty how much of it was shown
 * @param suspects what is to blame, or among what it is
 * @param evidence what was tried, and what came of it
 */
public record Blame(Certainty certainty, List<Suspect> suspects, String evidence) {
    public Blame {
        suspects = List.copyOf(suspects);
    }

    /** How much was shown. */
    public enum Certainty {
        /** Without the one suspect there is no difference. */
        SHOWN,
        /** It is one of the suspects, or several. */
        AMONG,
        /** No statement of the user stands behind what differs. */
        UNEXPLAINED
    }
}
