package dev.smelt.bench;

/** What statements did. @param read rows read from tables @param written rows deleted and inserted */
record Work(long read, long written) {}
