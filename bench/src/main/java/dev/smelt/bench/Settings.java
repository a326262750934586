package dev.smelt.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What is measured, and how often.
 *
 * @param events of the page's feed
 * @param models the sizes of the generated projects
 * @param rounds how many rounds count, after one that warms up
 * @param page the directory of the page's project
 * @param directory where projects and warehouses may be made
 */
record Settings(int events, List<Integer> models, int rounds, Path page, Path directory) {
    static Settings ofProperties() {
        return new Settings(
                Integer.getInteger("bench.events"),
                Arrays.stream(System.getProperty("bench.models").split(","))
                        .map(Integer::valueOf)
                        .toList(),
                Integer.getInteger("bench.rounds"),
                Path.of(System.getProperty("bench.page")).toAbsolutePath().normalize(),
                Path.of(System.getProperty("bench.directory")).toAbsolutePath().normalize());
    }
}
