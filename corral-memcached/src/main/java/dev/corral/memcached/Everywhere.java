package dev.corral.memcached;

import dev.corral.memcached.request.Request;
import dev.corral.ring.Server;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * What was asked of every server.
 *
 * @param asked by server
 * @param reading what is made of each answer
 * @param <A> what they answer
 * @param <R> what is made of it
 */
record Everywhere<A, R>(Map<Server, Request<A>> asked, Function<A, R> reading) {
  /** Completes when all have answered, or one has failed. */
  CompletableFuture<?> all() {
    return CompletableFuture.allOf(asked.values().stream()
        .map(Request::toCompletableFuture) // so that it is known that something hangs on them
        .toArray(CompletableFuture<?>[]::new));
  }

  /** Waits for all. */
  Map<Server, R> join() {
    Map<Server, R> told = new LinkedHashMap<>();
    asked.forEach((server, request) -> told.put(server, reading.apply(request.join())));
    return told;
  }
}
