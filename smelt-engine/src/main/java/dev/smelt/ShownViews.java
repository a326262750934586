package dev.smelt;

import dev.smelt.lineage.Fingerprints;
import dev.smelt.model.Binder;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.model.SourceText;
import dev.smelt.plan.TypedSelect;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells whether a view shows what its model says, or what someone put in its place. */
record ShownViews(Binder binder, SqlReader reader) {
    private static final String NAME = "(?:\\w+|\"(?:[^\"]|\"\")+\")";
    private static final Pattern BEGINNING =
            Pattern.compile("CREATE VIEW " + NAME + "(?:\\." + NAME + ")*(?: \\([^)]*\\))? AS ");

    /**
     * Whether the statement that made a view is not that of the model, as the engine writes both. A model may be written
     * otherwise than when its view was made: then what they mean is compared.
     */
    boolean isOther(ModelAnalysis.Bound model, String statement) {
        Matcher beginning = BEGINNING.matcher(statement);
        if (!beginning.lookingAt()) {
            return true;
        }
        String held = statement.substring(beginning.end());
        try {
            String meant =
                    binder.asView(TypedSelect.of(model.schema(), model.sql().text()));
            return !held.equals(meant)
                    && meaning(held)
                            .filter(meaning ->
                                    meaning(meant).filter(meaning::equals).isPresent())
                            .isEmpty();
        } catch (EngineRejection unknown) {
            return false;
        }
    }

    private Optional<String> meaning(String view) {
        String sql = view.replaceAll(";\\s*$", "");
        ExpandedSql.Segment whole = new ExpandedSql.Segment(
                new Span(0, sql.length()), SourceText.whole("", sql), 0, true, Optional.empty());
        return reader.read(new ExpandedSql(sql, List.of(whole), List.of())) instanceof SqlReader.Read read
                ? Optional.of(Fingerprints.ofAlone(read.query(), read.sql(), binder.aggregates()))
                : Optional.empty();
    }
}
