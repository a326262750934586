package dev.smelt.assertion;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.graph.Selection;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which tests or checks are meant. A selector names them by their own name, with {@code *} for any characters, or by
 * {@code tag:x}; one that does not is a selector of models, and means whatever reads one of these.
 */
public final class AssertionChoice {
    private final List<Named> all;
    private final ModelGraph graph;
    private final Map<Address, Model> models;
    private final Supplier<Set<Address>> changed;

    /** A test or check. @param reads what its query names */
    public record Named(String name, List<String> tags, Set<Address> reads) {}

    /** @param changed the models that differ from what is deployed, asked only where a selector wants to know */
    public AssertionChoice(
            List<Named> all, ModelGraph graph, Map<Address, Model> models, Supplier<Set<Address>> changed) {
        this.all = List.copyOf(all);
        this.graph = graph;
        this.models = models;
        this.changed = changed;
    }

    /**
     * The names of those meant, in order.
     *
     * @throws SmeltException of kind PROJECT where a selector names neither a test or check nor a model
     */
    public List<String> names(Collection<String> select, Collection<String> exclude) {
        Set<String> chosen = select.isEmpty()
                ? all.stream().map(Named::name).collect(Collectors.toCollection(LinkedHashSet::new))
                : union(select);
        chosen.removeAll(union(exclude));
        return all.stream().map(Named::name).filter(chosen::contains).toList();
    }

    private Set<String> union(Collection<String> selectors) {
        Set<String> union = new LinkedHashSet<>();
        selectors.forEach(selector -> union.addAll(named(selector)));
        return union;
    }

    private List<String> named(String selector) {
        List<String> own = all.stream()
                .filter(each -> names(selector, each))
                .map(Named::name)
                .toList();
        if (!own.isEmpty()) {
            return own;
        }
        SortedSet<Address> chosen = models(selector);
        return all.stream()
                .filter(each -> each.reads().stream().anyMatch(chosen::contains))
                .map(Named::name)
                .toList();
    }

    private static boolean names(String selector, Named each) {
        if (selector.startsWith("tag:")) {
            return each.tags().contains(selector.substring("tag:".length()));
        }
        String pattern = Pattern.quote(selector).replace("*", "\\E.*\\Q");
        return each.name().matches(pattern);
    }

    private SortedSet<Address> models(String selector) {
        try {
            return new TreeSet<>(Selection.resolve(List.of(selector), List.of(), graph, models, changed));
        } catch (SmeltException noModel) {
            if (noModel.diagnostics().stream().noneMatch(each -> each.code().equals(Selection.NO_MATCH))) {
                throw noModel;
            }
            List<String> known = new ArrayList<>(all.stream().map(Named::name).toList());
            models.keySet().forEach(address -> known.add(address.path()));
            String near = NearNames.hint(NearNames.nearest(selector, known));
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-T007",
                    "no test, check or model matches " + selector + near,
                    "Write the name of one, a pattern with *, tag:x, or a selector of models."));
        }
    }
}
