package dev.smelt.model;

import dev.smelt.diagnostics.Place;
import java.util.List;
import java.util.Optional;

/**
 * A {@code smelt.define name(p: Kind [= default], ...) [-> Kind] AS ( body )}.
 *
 * @param name how it is called: {@code smelt.functions.<name>(...)}
 * @param parameters in order
 * @param tableValued whether the body is a SELECT (the call stands in FROM) or an expression
 * @param body the text between the outer parentheses
 * @param place where the definition begins
 */
public record FunctionDefinition(
        String name, List<Parameter> parameters, boolean tableValued, SourceText body, Place place) {
    /**
     * One parameter.
     *
     * @param kind as written, such as {@code Table}, {@code Interval}, {@code Integer}
     * @param defaultValue the SQL text used where the call gives none
     */
    public record Parameter(String name, String kind, Optional<SourceText> defaultValue) {
        public boolean isTable() {
            return kind.equalsIgnoreCase("table");
        }
    }
}
