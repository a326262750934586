package org.apache.maven.logging;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Stands for the stream of Maven 4 that turns what is printed into log lines, which is known by its package. */
public final class StreamLikeThatOfMaven4 extends PrintStream {

    public StreamLikeThatOfMaven4(OutputStream output) {
        super(output, true, StandardCharsets.UTF_8);
    }
}
