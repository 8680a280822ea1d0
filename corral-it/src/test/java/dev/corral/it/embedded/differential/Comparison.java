package dev.corral.it.embedded.differential;

import dev.corral.it.Table;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Sends sequences to two servers, and collects where their replies part. */
final class Comparison {
  /** Enough to see what is wrong. */
  private static final int MOST_DIFFERENCES = Integer.getInteger("corral.differences", 10);

  private final Twins twins;
  private final List<String> differences = new ArrayList<>();
  private final Heard heard = new Heard();
  private final Map<KnownDifference, Long> explained = new EnumMap<>(KnownDifference.class);
  private final Queue<Sequence> waiting = new ArrayDeque<>();
  private final long began = System.nanoTime();
  private long sequences;
  private long commands;
  private long bytes;
  private long replies;
  private long seconds;
  private long disturbed;

  Comparison(Twins twins) {
    this.twins = twins;
  }

  /** Sends the sequences of some seeds, or as many as it takes to find enough differences. */
  List<String> run(long firstSeed, int count) {
    for (long seed = firstSeed; seed < firstSeed + count && isWorthwhile(); ) {
      if (twins.isSecondOver()) {
        nextSecond();
      }
      if (begin(seed)) {
        seed++;
      }
    }
    nextSecond();
    return differences;
  }

  private boolean isWorthwhile() {
    return differences.size() < MOST_DIFFERENCES;
  }

  /** Returns whether it counts; if not, it is to be sent again. */
  private boolean begin(long seed) {
    Sequence sequence = Sequences.of(seed, twins.moment());
    Answers answers = twins.say(sequence.opening() + Sequence.complete(sequence.commands()));
    if (!twins.sawOneTime(answers)) {
      disturbed++;
      twins.level();
      return false;
    }
    sequences++;
    commands += sequence.size();
    if (!compare(sequence, answers)) {
      return true;
    }
    if (!sequence.later().isEmpty()) {
      waiting.add(sequence);
    }
    if (!sequence.last().isEmpty()) {
      compare(sequence, twins.sayLast(sequence.last()));
    }
    return true;
  }

  private boolean compare(Sequence sequence, Answers answers) {
    bytes += answers.sent().length();
    replies += answers.real().bytes().length();
    heard.add(answers.real().bytes());
    String difference = unexplained(answers);
    if (difference != null) {
      differences.add("seed " + sequence.seed() + "\n" + difference + "\n" + shrink(sequence));
      twins.level();
    }
    return difference == null;
  }

  private @Nullable String unexplained(Answers answers) {
    if (answers.areEqual()) {
      return null;
    }
    for (KnownDifference known : KnownDifference.values()) {
      if (known.explains(answers)) {
        explained.merge(known, 1L, Long::sum);
        if (known == KnownDifference.BEYOND_A_VALUE) {
          twins.level(); // One of them has counted.
        }
        return null;
      }
    }
    return answers.difference();
  }

  private void nextSecond() {
    twins.awaitNextSecond();
    seconds++;
    while (!waiting.isEmpty() && isWorthwhile()) {
      Sequence sequence = waiting.remove();
      Answers answers = twins.say(Sequence.complete(sequence.later()));
      if (twins.sawOneTime(answers)) {
        compare(sequence, answers);
      } else {
        disturbed++;
        twins.level();
      }
    }
  }

  /** Leaves commands out for as long as the replies still part. */
  private String shrink(Sequence sequence) {
    BitSet kept = new BitSet();
    kept.set(0, sequence.commands().size());
    String smallest = "  with fewer commands, or with what is there now, they don't part";
    for (int index = kept.length() - 1; index >= 0; index--) {
      kept.clear(index);
      twins.level();
      Sequence smaller = Sequences.of(sequence.seed(), twins.moment()).keep(kept);
      Answers answers = twins.say(smaller.opening() + Sequence.complete(smaller.commands()));
      String difference = twins.sawOneTime(answers) ? unexplained(answers) : null;
      if (difference == null) {
        kept.set(index);
      } else {
        smallest = difference.replace(Answers.escape(smaller.opening()), "…");
      }
    }
    return smallest;
  }

  /** What the real server has been brought to say. */
  Heard heard() {
    return heard;
  }

  void show(String title) {
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    Table.of(
            title,
            "sequences",
            "commands",
            "bytes sent",
            "bytes compared",
            "seconds of the clock",
            "sent again",
            "known differences",
            "others",
            "took")
        .row(
            sequences,
            commands,
            bytes,
            replies,
            seconds,
            disturbed,
            explained,
            differences.size(),
            took)
        .show();
  }
}
