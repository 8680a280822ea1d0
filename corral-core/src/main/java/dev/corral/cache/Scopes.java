package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The scopes that a view of a cache is in, sorted by name. */
record Scopes(List<Scope> all) {
  static final Scopes NONE = new Scopes(List.of());

  private static final CompletableFuture<Stamp> NO_STAMP =
      CompletableFuture.completedFuture(Stamp.NONE);

  Scopes and(Scope... more) {
    List<Scope> scopes = new ArrayList<>(all);
    for (Scope scope : more) {
      if (scope == null) {
        throw new IllegalArgumentException("scopes must not contain null");
      }
      scopes.add(scope);
    }
    scopes.sort(Comparator.comparing(Scope::name));
    return new Scopes(List.copyOf(scopes));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The stamp of what is in all of them. */
  CompletableFuture<Stamp> read(boolean strict) {
    CompletableFuture<Stamp> stamp = NO_STAMP;
    for (int i = 0; i < all.size(); i++) {
      CompletableFuture<Stamp> one = read(all.get(i), strict);
      stamp = i == 0 ? one : stamp.thenCombine(one, Scopes::both);
    }
    return stamp;
  }

  /** A scope is the user's code: what it throws is a fault like any other. */
  private static CompletableFuture<Stamp> read(Scope scope, boolean strict) {
    try {
      return Argument.required("what " + scope.name() + " returned", scope.read(strict));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static Stamp both(Stamp first, Stamp second) {
    return Stamp.of(mix(first.value()) ^ second.value());
  }

  /** A step of SplitMix64: no bit of the result is that of one bit of the input. */
  private static long mix(long bits) {
    long z = bits + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
