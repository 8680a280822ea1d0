package dev.corral.embedded.command;

/**
 * What the server was told when it was started, as {@code stats settings} repeats it.
 *
 * @param port where it listens
 * @param host the address of the interface
 * @param maxBytes how much it may hold
 * @param maxItemBytes how large one item may be
 * @param maxConnections how many connections it takes
 * @param threads how many threads serve them
 * @param authenticating whether clients must log in
 */
public record Settings(
    int port,
    String host,
    long maxBytes,
    int maxItemBytes,
    int maxConnections,
    int threads,
    boolean authenticating) {}
