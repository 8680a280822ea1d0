package dev.corral.it.embedded.differential;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes sequences. The same seed at the same moment makes the same sequence. */
final class Sequences {
  /** So many are sent before another one uses the same keys. */
  private static final int SLOTS = 10_000;

  private Sequences() {}

  static Sequence of(long seed, Moment moment) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean isShared = random.nextInt(5) == 0;
    Words words = new Words(random, moment, "q" + Math.floorMod(seed, SLOTS), isShared);
    ClassicCommands classic = new ClassicCommands(words);
    MetaCommands meta = new MetaCommands(words);
    OtherCommands other = new OtherCommands(words);
    boolean isTwice = words.oneIn(8);
    boolean isEnding = !isTwice && words.oneIn(30);
    return new Sequence(
        seed,
        words.forgetAll(),
        some(words, classic, meta, other),
        isTwice ? some(words, classic, meta, other) : List.of(),
        isEnding ? other.last() : "");
  }

  private static List<Command> some(
      Words words, ClassicCommands classic, MetaCommands meta, OtherCommands other) {
    Stream<Command> state = words.oneIn(4) ? Stream.of(meta.state()) : Stream.empty();
    Stream<Command> any = Stream.generate(() -> switch (words.below(20)) {
      case 0, 1 -> other.any();
      case 2, 3, 4, 5, 6, 7, 8, 9 -> classic.any();
      default -> meta.any();
    });
    return Stream.concat(state, any.limit(1 + words.below(words.oneIn(3) ? 12 : 6)))
        .toList();
  }
}
