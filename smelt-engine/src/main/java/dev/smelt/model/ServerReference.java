package dev.smelt.model;

import dev.smelt.diagnostics.Place;

/**
 * Names credentials that are kept elsewhere.
 *
 * @param id under which they are kept
 * @param place where the project names them
 */
public record ServerReference(String id, Place place) {}
