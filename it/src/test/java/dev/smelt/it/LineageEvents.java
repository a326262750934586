package dev.smelt.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineageClientUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** OpenLineage events that a goal printed, one per line, as those who read such events see them. */
public final class LineageEvents {
    /** Where the published schemas lie among the test resources. */
    private static final String SCHEMAS = "/openlineage/spec/";

    private static final String PUBLISHED = "https://openlineage.io/spec/";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final List<String> lines;

    private LineageEvents(List<String> lines) {
        this.lines = lines;
    }

    /** The events in what a step printed. */
    public static LineageEvents in(String output) {
        return new LineageEvents(
                output.lines().filter(line -> line.startsWith("{")).toList());
    }

    public int size() {
        return lines.size();
    }

    /**
     * Reads every event with OpenLineage's own client, whose classes are made from its schemas, and fails where it does not
     * know something in it or would write it otherwise.
     */
    public void areReadByTheClient() {
        for (String line : lines) {
            OpenLineage.JobEvent event =
                    OpenLineageClientUtils.fromJson(line, new TypeReference<OpenLineage.JobEvent>() {});
            assertThat(MAPPER.readTree(OpenLineageClientUtils.toJson(event))).isEqualTo(MAPPER.readTree(line));
            assertThat(event.getJob().getFacets().getAdditionalProperties()).isEmpty();
            event.getOutputs().forEach(output -> {
                assertThat(output.getFacets().getAdditionalProperties()).isEmpty();
                assertThat(output.getFacets().getColumnLineage().getFields().getAdditionalProperties())
                        .isNotEmpty();
            });
        }
    }

    /**
     * Validates every event and every facet against the published schema that it names.
     *
     * @return how many were validated
     */
    public int matchThePublishedSchemas() {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(LineageEvents::schema));
        List<JsonNode> documents = new ArrayList<>();
        lines.forEach(line -> collect(MAPPER.readTree(line), documents));
        for (JsonNode document : documents) {
            String schema = document.has("schemaURL") ? "schemaURL" : "_schemaURL";
            Schema published =
                    registry.getSchema(SchemaLocation.of(document.get(schema).asString()));
            assertThat(published.validate(
                            document,
                            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true))))
                    .as(document.toString())
                    .isEmpty();
        }
        return documents.size();
    }

    private static void collect(JsonNode node, List<JsonNode> documents) {
        if (node.has("schemaURL") || node.has("_schemaURL")) {
            documents.add(node);
        }
        node.forEach(child -> collect(child, documents));
    }

    /** Nothing is fetched: a schema that is not among the resources fails the test. */
    private static String schema(String url) {
        String resource = SCHEMAS + url.substring(PUBLISHED.length());
        try (InputStream text = LineageEvents.class.getResourceAsStream(resource)) {
            assertThat(text).as("%s, published as %s", resource, url).isNotNull();
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
