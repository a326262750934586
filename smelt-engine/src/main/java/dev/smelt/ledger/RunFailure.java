package dev.smelt.ledger;

import dev.smelt.model.Address;

/**
 * Something that failed in a run, in the order in which it happened.
 *
 * @param model the model or seed at which it failed
 * @param code of the diagnostic
 * @param message of the diagnostic
 */
public record RunFailure(Address model, String code, String message) {}
