package dev.smelt.relation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Windows that look at each other's rows: the outermost first, each next one computed over rows that the one before looks
 * at. The empty chain is the row itself.
 */
record WindowChain(List<Link> links) {
    /** A window and the block over whose rows it is computed. */
    record Link(Block block, WindowUse window) {}

    static final WindowChain NONE = new WindowChain(List.of());

    WindowChain {
        links = List.copyOf(links);
    }

    int length() {
        return links.size();
    }

    /**
     * Every chain above a leaf.
     *
     * @param counts which windows take part; those signed away do not
     * @param strict whether windows of one function body add up; otherwise the function is a contract, of which a chain
     *     holds one window at the most
     */
    static List<WindowChain> above(Block leaf, Block root, Predicate<WindowUse> counts, boolean strict) {
        List<WindowChain> chains = new ArrayList<>(List.of(NONE));
        for (Block block : leaf.pathFrom(root)) {
            List<WindowChain> longer = new ArrayList<>();
            Set<List<Object>> seen = new HashSet<>();
            for (WindowUse window : block.windows()) {
                boolean alike = !seen.add(List.of(window.keys(), window.frame(), window.expansion()));
                if (alike || !counts.test(window)) {
                    continue;
                }
                for (WindowChain chain : chains) {
                    if (strict || !chain.holdsExpansionOf(window)) {
                        longer.add(chain.then(new Link(block, window)));
                    }
                }
            }
            chains.addAll(longer);
        }
        return List.copyOf(chains);
    }

    private boolean holdsExpansionOf(WindowUse window) {
        return window.expansion().isPresent()
                && links.stream()
                        .flatMap(link -> link.window().expansion().stream())
                        .anyMatch(expansion -> expansion.outermost().id()
                                == window.expansion().get().outermost().id());
    }

    private WindowChain then(Link link) {
        List<Link> all = new ArrayList<>(links);
        all.add(link);
        return new WindowChain(all);
    }
}
