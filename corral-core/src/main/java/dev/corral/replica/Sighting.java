package dev.corral.replica;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the holders of an item that were asked have said. For one flight after another. */
final class Sighting {
  private final Wheel wheel;
  private final @Nullable Holding[] said;

  private Sighting(Wheel wheel) {
    this.wheel = wheel;
    this.said = new Holding[wheel.holders().size()];
  }

  /** Asks some holders, in one flight. */
  static CompletableFuture<Sighting> of(Wheel wheel, IntStream which, Function<Key, Get> question) {
    return new Sighting(wheel).and(which, question);
  }

  /** Asks further holders. */
  CompletableFuture<Sighting> and(IntStream which, Function<Key, Get> question) {
    List<CompletableFuture<Holding>> replies = which
        .mapToObj(index -> ask(index, question.apply(wheel.holders().get(index))))
        .toList();
    return Answers.map(Flight.all(replies), holdings -> {
      holdings.forEach(holding -> said[holding.index()] = holding);
      return this;
    });
  }

  private CompletableFuture<Holding> ask(int index, Get get) {
    CompletableFuture<GetOutcome> reply = Answers.begin(() -> wheel.era().at().execute(get));
    return Flight.settle(reply, (outcome, fault) -> {
      Item item = outcome instanceof Item there ? there : null;
      Version version = item == null ? null : Form.version(item);
      boolean believed = version != null && version.millis() >= wheel.era().since();
      return new Holding(index, get.key(), item, believed ? version : null, fault);
    });
  }

  Wheel wheel() {
    return wheel;
  }

  /** Those who have not been asked yet. */
  IntStream unasked() {
    return wheel.all().filter(index -> said[index] == null);
  }

  /** Those who have answered. */
  IntStream answered() {
    return all().stream().filter(holding -> holding.fault() == null).mapToInt(Holding::index);
  }

  /** All who were asked. */
  List<Holding> all() {
    List<Holding> all = new ArrayList<>();
    for (Holding holding : said) {
      if (holding != null) {
        all.add(holding);
      }
    }
    return all;
  }

  /** A copy of the version in force; null if none is, as far as those tell who were asked. */
  @Nullable
  Holding current() {
    for (int i = Wheel.HUB + 1; i < said.length; i++) {
      Holding copy = said[i];
      Version version = copy == null ? null : copy.version();
      if (version != null && wheel.isQuorum(has(Wheel.HUB, version), copiesOf(version))) {
        return copy;
      }
    }
    return null;
  }

  private int copiesOf(Version version) {
    int count = 0;
    for (int i = Wheel.HUB + 1; i < said.length; i++) {
      count += has(i, version) ? 1 : 0;
    }
    return count;
  }

  private boolean has(int index, Version version) {
    Holding holding = said[index];
    return holding != null && holding.isOf(version);
  }

  /** The greatest version that anybody has. */
  @Nullable
  Version newest() {
    return versions().max(Version::compareTo).orElse(null);
  }

  /** Whether versions differ: someone may just be writing. */
  boolean isTorn() {
    return versions().distinct().count() > 1;
  }

  private Stream<Version> versions() {
    return all().stream().flatMap(holding -> Stream.ofNullable(holding.version()));
  }

  /** Why nobody has answered; null if somebody has. */
  @Nullable
  Throwable fault() {
    Throwable first = null;
    for (Holding holding : all()) {
      if (holding.fault() == null) {
        return null;
      }
      first = first == null ? holding.fault() : first;
    }
    return first;
  }
}
