package dev.smelt.project;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes a small project that works: a seed, a model that cleans it, one that looks back over a week, a test and a check;
 * and the schemas by which editors complete and check its YAML.
 */
public final class Starter {
    private static final String FOLDER = "src/main/smelt/";

    private static final List<String> FILES = List.of(
            "smelt.yml",
            "schemas/smelt.schema.json",
            "schemas/model.schema.json",
            "schemas/source.schema.json",
            "schemas/seed.schema.json",
            "seeds/orders.csv",
            "seeds/orders.yml",
            "models/silver/paid_orders.sql",
            "models/gold/weekly_customers.sql",
            "tests/weekly_customers.sql",
            "tests/orders_are_positive.sql");

    private static final String POM = "pom.xml";

    /** Left as they are where they are there already; by what they are called among the templates. */
    private static final SortedMap<String, String> AROUND = new TreeMap<>(Map.of(POM, POM, ".gitignore", "gitignore"));

    private Starter() {}

    /**
     * What was written.
     *
     * @param files relative to the directory, with {@code /} between parts, in the order written
     */
    public record Written(List<String> files) {
        public Written {
            files = List.copyOf(files);
        }

        /** Whether a POM was among them; where one was there, it is left as it is. */
        public boolean pomWritten() {
            return files.contains(POM);
        }
    }

    /**
     * Writes the project under {@code src/main/smelt}, and a POM and a {@code .gitignore} where there is none. Nothing is ever overwritten: where
     * any of its files is there already, none is written.
     *
     * @param directory the module's directory, absolute
     * @param pluginVersion the version that a new POM declares
     * @throws SmeltException of kind PROJECT where a project is there already, of kind TOOL where writing fails
     */
    public static Written write(Path directory, String pluginVersion) {
        refuseWhatIsThere(directory);
        String name = name(directory);
        List<String> written = new ArrayList<>();
        try {
            for (Map.Entry<String, String> file : AROUND.entrySet()) {
                if (!Files.exists(directory.resolve(file.getKey()))) {
                    put(directory.resolve(file.getKey()), text(file.getValue(), name, pluginVersion));
                    written.add(file.getKey());
                }
            }
            for (String file : FILES) {
                put(directory.resolve(FOLDER + file), text(file, name, pluginVersion));
                written.add(FOLDER + file);
            }
            return new Written(written);
        } catch (IOException e) {
            throw SmeltException.tool(
                    Diagnostic.error(
                            "SMELT-C061",
                            "The new project cannot be written: " + e + ".",
                            "Make " + directory + " a directory that can be written."),
                    e);
        }
    }

    private static void refuseWhatIsThere(Path directory) {
        Stream.concat(Stream.of(SmeltYmlReader.FILE), FILES.stream().map(FOLDER::concat))
                .filter(file -> Files.exists(directory.resolve(file)))
                .findFirst()
                .ifPresent(file -> {
                    throw SmeltException.project(Diagnostic.error(
                            "SMELT-C060",
                            "There is a " + file + " already, and smelt:init overwrites nothing.",
                            "Run it in a directory without a smelt project."));
                });
    }

    /** The directory's name as an artifact id and a project name. */
    private static String name(Path directory) {
        String name = String.valueOf(directory.getFileName()).replaceAll("[^A-Za-z0-9_-]+", "-");
        return name.matches("[A-Za-z].*") ? name : "pipeline";
    }

    private static String text(String file, String name, String version) throws IOException {
        try (InputStream template = Starter.class.getResourceAsStream("starter/" + file)) {
            if (template == null) {
                throw new IOException("The template " + file + " is missing from this smelt");
            }
            return new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@name@", name)
                    .replace("@version@", version);
        }
    }

    private static void put(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    }
}
