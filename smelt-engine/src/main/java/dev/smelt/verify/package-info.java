/** Builds models beside their tables, by partitions and whole, and says where and why the two differ. */
package dev.smelt.verify;
