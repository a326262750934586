/** The file of a {@link dev.smelt.ledger.WarehouseSnapshot}: how it is written, and how it is read again. */
package dev.smelt.report.snapshot;
