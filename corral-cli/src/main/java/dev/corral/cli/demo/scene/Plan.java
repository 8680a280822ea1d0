package dev.corral.cli.demo.scene;

import java.time.Duration;

/**
 * What the crowd asks for, and how it is cached. Each call is for one page of one user, any of them
 * as likely as another.
 *
 * @param users how many users there are
 * @param pages how many pages each of them has
 * @param ttl how long a value is fresh at most, in whole seconds, at least 2; at least it is one
 *     less
 * @param staleFor how long past that Corral may serve it
 * @param isWarm whether all values are cached before the crowd comes
 * @param isNamespaced whether a page belongs to its user's namespace
 */
public record Plan(
    int users, int pages, Duration ttl, Duration staleFor, boolean isWarm, boolean isNamespaced) {}
