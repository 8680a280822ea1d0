package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.future.Answers;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The scopes that a view of a cache is in, sorted by name, and whom to ask for their stamps. */
final class Scopes {
  static final Scopes NONE = new Scopes(List.of());

  static final CompletableFuture<Stamp> NO_STAMP = CompletableFuture.completedFuture(Stamp.NONE);

  private final List<Scope> all;
  private final List<Group> groups;

  /** Scopes that are asked for together. */
  private record Group(Scope.Source source, List<Scope> scopes) {
    /** A scope is the user's code: what it throws is a fault like any other. */
    CompletableFuture<Stamp> read(boolean strict) {
      return Answers.begin(() -> returned(source.read(scopes, strict)));
    }

    Supplier<CompletableFuture<Stamp>> ask(boolean strict) {
      try {
        Supplier<CompletableFuture<Stamp>> asked = returned(source.ask(scopes, strict));
        return () -> Answers.begin(() -> returned(asked.get()));
      } catch (RuntimeException | Error e) {
        return () -> CompletableFuture.failedFuture(e);
      }
    }

    private <T> T returned(@Nullable T answer) {
      return answer != null
          ? answer
          : Argument.required("what " + scopes.get(0).name() + " returned", answer);
    }
  }

  private Scopes(List<Scope> all) {
    this.all = all;
    Map<Scope.Source, List<Scope>> bySource = new LinkedHashMap<>();
    for (Scope scope : all) {
      Scope.Source source = Argument.required("the source of " + scope.name(), scope.source());
      bySource.computeIfAbsent(source, one -> new ArrayList<>()).add(scope);
    }
    this.groups = bySource.entrySet().stream()
        .map(entry -> new Group(entry.getKey(), entry.getValue()))
        .toList();
  }

  Scopes and(Scope... more) {
    List<Scope> scopes = new ArrayList<>(all);
    scopes.addAll(Argument.allRequired("scopes", Arrays.asList(more)));
    scopes.sort(Comparator.comparing(Scope::name));
    return new Scopes(List.copyOf(scopes));
  }

  List<Scope> all() {
    return all;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** As {@link #read}, for a thread that waits: what is returned goes on with the answers there. */
  Supplier<CompletableFuture<Stamp>> ask(boolean strict) {
    if (groups.size() > 1) {
      CompletableFuture<Stamp> stamp = read(strict);
      return () -> stamp;
    }
    return groups.isEmpty() ? () -> NO_STAMP : groups.get(0).ask(strict);
  }

  /** The stamp of what is in all of them. */
  CompletableFuture<Stamp> read(boolean strict) {
    CompletableFuture<Stamp> stamp = NO_STAMP;
    for (int i = 0; i < groups.size(); i++) {
      CompletableFuture<Stamp> one = groups.get(i).read(strict);
      stamp = i == 0 ? one : stamp.thenCombine(one, Stamp::and);
    }
    return stamp;
  }
}
