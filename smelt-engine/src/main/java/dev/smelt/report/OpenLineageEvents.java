package dev.smelt.report;

import dev.smelt.lineage.UseKind;
import dev.smelt.model.Column;
import dev.smelt.model.Materialization;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.report.LineageReport.ModelLineage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A {@link LineageReport} as events of OpenLineage 2-0-2, one per line: for each model that has a table or view a JobEvent,
 * which says what the model is without saying that it ran.
 */
public final class OpenLineageEvents {
    private static final String PRODUCER = "https://github.com/smelt-dev/smelt-maven";
    private static final String SPEC = "https://openlineage.io/spec/";

    private final LineageReport report;
    private final String namespace;

    private OpenLineageEvents(LineageReport report, String namespace) {
        this.report = report;
        this.namespace = namespace;
    }

    /** @param namespace of the tables; empty for {@code duckdb://} and the path of the warehouse file */
    public static String render(LineageReport report, Optional<String> namespace) {
        OpenLineageEvents events =
                new OpenLineageEvents(report, namespace.orElseGet(() -> "duckdb://" + slashes(report.database())));
        StringBuilder lines = new StringBuilder();
        report.models().stream()
                .filter(model -> model.model().materialization() != Materialization.EPHEMERAL)
                .forEach(model ->
                        lines.append(JsonText.line(events.event(model))).append('\n'));
        return lines.toString();
    }

    private ObjectNode event(ModelLineage model) {
        ObjectNode event = JsonText.object()
                .put("eventTime", report.asOf().toString())
                .put("producer", PRODUCER)
                .put("schemaURL", SPEC + "2-0-2/OpenLineage.json#/$defs/JobEvent");
        ObjectNode job = JsonText.object()
                .put("namespace", report.project())
                .put("name", model.model().address().path());
        job.set("facets", jobFacets(model));
        event.set("job", job);
        event.set("inputs", JsonText.array(model.inputs(), input -> {
            ObjectNode facets = JsonText.object();
            if (!input.schema().columns().isEmpty()) {
                facets.set("schema", schema(input.schema(), Optional.empty()));
            }
            return dataset(input.table(), facets);
        }));
        ObjectNode facets = JsonText.object();
        facets.set("schema", schema(model.schema(), Optional.of(model)));
        facets.set("columnLineage", columnLineage(model));
        documentation(model, "DatasetFacet").ifPresent(facet -> facets.set("documentation", facet));
        event.set(
                "outputs",
                JsonText.array(List.of(facets), each -> dataset(model.model().table(), each)));
        return event;
    }

    private static ObjectNode jobFacets(ModelLineage model) {
        ObjectNode facets = JsonText.object();
        facets.set(
                "jobType",
                facet("2-0-3/JobTypeJobFacet")
                        .put("processingType", "BATCH")
                        .put("integration", "SMELT")
                        .put("jobType", "MODEL"));
        facets.set("sql", facet("1-1-0/SQLJobFacet").put("query", model.sql()).put("dialect", "duckdb"));
        documentation(model, "JobFacet").ifPresent(facet -> facets.set("documentation", facet));
        return facets;
    }

    private static Optional<ObjectNode> documentation(ModelLineage model, String kind) {
        return model.model()
                .description()
                .map(text -> facet("1-0-1/Documentation" + kind).put("description", text.strip()));
    }

    /** Named as other tools name tables of this engine: database, schema, table. */
    private ObjectNode dataset(TableName table, ObjectNode facets) {
        ObjectNode dataset = JsonText.object().put("namespace", namespace).put("name", name(table));
        dataset.set("facets", facets);
        return dataset;
    }

    private String name(TableName table) {
        String file = report.database().getFileName().toString();
        int dot = file.indexOf('.');
        return (dot > 0 ? file.substring(0, dot) : file) + "." + table;
    }

    private static ObjectNode schema(Schema schema, Optional<ModelLineage> model) {
        ObjectNode facet = facet("1-1-1/SchemaDatasetFacet");
        facet.set("fields", JsonText.array(schema.columns(), column -> {
            ObjectNode field = JsonText.object()
                    .put("name", column.name())
                    .put("type", column.type().toString());
            model.flatMap(each -> each.model().declaration(column.name()).description())
                    .ifPresent(text -> field.put("description", text.strip()));
            return field;
        }));
        return facet;
    }

    private ObjectNode columnLineage(ModelLineage model) {
        ObjectNode fields = JsonText.object();
        for (Column column : model.schema().columns()) {
            Optional<String> expression =
                    Optional.of(String.join(" | ", model.expressions(column))).filter(text -> !text.isEmpty());
            ObjectNode field = JsonText.object();
            field.set("inputFields", inputFields(ColumnInputs.of(model, column), expression));
            fields.set(column.name(), field);
        }
        ObjectNode facet = facet("1-2-0/ColumnLineageDatasetFacet");
        facet.set("fields", fields);
        facet.set("dataset", inputFields(ColumnInputs.ofRows(model), Optional.empty()));
        return facet;
    }

    private ArrayNode inputFields(List<ColumnInputs> inputs, Optional<String> expression) {
        return JsonText.array(inputs.stream().flatMap(OpenLineageEvents::named).toList(), input -> {
            ObjectNode field = JsonText.object()
                    .put("namespace", namespace)
                    .put("name", name(input.input().table()))
                    .put("field", input.column().orElseThrow());
            field.set("transformations", JsonText.array(input.kinds(), kind -> transformation(kind, expression)));
            return field;
        });
    }

    /** An event has to name columns: where any may be meant, all are named. */
    private static Stream<ColumnInputs> named(ColumnInputs input) {
        return input.column().isPresent()
                ? Stream.of(input)
                : input.input().schema().columns().stream()
                        .map(column -> new ColumnInputs(input.input(), Optional.of(column.name()), input.kinds()));
    }

    private static ObjectNode transformation(UseKind kind, Optional<String> expression) {
        ObjectNode json = JsonText.object()
                .put("type", kind.isDirect() ? "DIRECT" : "INDIRECT")
                .put("subtype", kind.name());
        expression.filter(text -> kind.isDirect()).ifPresent(text -> json.put("description", text));
        return json.put("masking", false);
    }

    private static ObjectNode facet(String schema) {
        String name = schema.substring(schema.indexOf('/') + 1);
        return JsonText.object()
                .put("_producer", PRODUCER)
                .put("_schemaURL", SPEC + "facets/" + schema + ".json#/$defs/" + name);
    }

    private static String slashes(Path file) {
        String text = file.toString().replace('\\', '/');
        return text.startsWith("/") ? text : "/" + text;
    }
}
