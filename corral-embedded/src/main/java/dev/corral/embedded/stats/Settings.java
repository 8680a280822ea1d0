package dev.corral.embedded.stats;

import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the server was told when it was started, as {@code stats settings} repeats it.
 *
 * @param port where it listens, which is known once it does
 * @param host the address of the interface
 * @param maxBytes how much it may hold
 * @param maxItemBytes how large one item may be
 * @param maxConnections how many connections it takes
 * @param threads how many threads serve them
 * @param passwordFile who may log in, if clients must
 */
public record Settings(
    IntSupplier port,
    String host,
    long maxBytes,
    int maxItemBytes,
    int maxConnections,
    int threads,
    @Nullable Path passwordFile) {}
