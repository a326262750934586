package dev.smelt.model;

/** What a model becomes in the warehouse; an ephemeral one is expanded into its readers. */
public enum Materialization {
    TABLE,
    VIEW,
    EPHEMERAL
}
