package dev.smelt.warehouse;

/** What a warehouse is opened for. */
public enum Access {
    /** Looks only: makes no file, and many may look at once. */
    READ,
    /** Owns the warehouse until it is closed; nobody else reads or writes. */
    WRITE
}
