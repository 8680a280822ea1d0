package dev.corral.it;

import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What several JVMs have loaded, and how long their callers took. Of one that was killed the loads
 * are here, the calls are not.
 *
 * @param loads all loads, in the order in which they began
 * @param calls how long calls took, by what the workers call them
 */
public record LoadLog(List<Loaded> loads, Map<String, Latencies> calls) {
  private static final String BEGAN = "load began";
  private static final String ENDED = "load ended";
  private static final String CALLS = "calls";
  private static final String FINISHED = "log finished";

  /**
   * A load.
   *
   * @param jvm the number of the JVM that ran it
   * @param asked when the caller that ran it had asked, if the worker has told; else when it began
   * @param began when it began, by {@link System#nanoTime}, which all JVMs share
   * @param ended when it ended; the end of time if its JVM has not told
   * @param outcome what the worker calls its end, or "open"
   * @param value what it brought; nothing if it is open
   */
  public record Loaded(
      int jvm, String key, long asked, long began, long ended, String outcome, String value) {
    boolean isOpen() {
      return ended == Long.MAX_VALUE;
    }

    Duration took() {
      return Duration.ofNanos(ended - began);
    }
  }

  /** Waits for so long until the workers that the test has not ended have finished their logs. */
  public static LoadLog of(Jvms jvms, Duration time) {
    jvms.await(FINISHED, time);
    List<Loaded> loads = new ArrayList<>();
    Map<String, Latencies> calls = new HashMap<>();
    for (int number = 0; number < jvms.all().size(); number++) {
      Jvm jvm = jvms.get(number);
      addLoads(number, jvm, loads);
      for (Message told : jvm.reports(CALLS)) {
        calls.merge(
            told.text(0),
            latencies(told.fields().subList(1, told.fields().size())),
            Latencies::plus);
      }
    }
    loads.sort(Comparator.comparingLong(Loaded::began));
    return new LoadLog(List.copyOf(loads), Map.copyOf(calls));
  }

  private static void addLoads(int number, Jvm jvm, List<Loaded> loads) {
    List<Message> began = jvm.reports(BEGAN);
    Map<Long, Message> ended = new HashMap<>();
    for (Message end : jvm.reports(ENDED)) {
      ended.put(end.number(0), end);
    }
    for (Message begin : began) {
      Message end = ended.get(begin.number(0));
      loads.add(new Loaded(
          number,
          begin.text(1),
          begin.number(2),
          begin.number(3),
          end == null ? Long.MAX_VALUE : end.number(1),
          end == null ? "open" : end.text(2),
          end == null ? "" : end.text(3)));
    }
  }

  public List<Loaded> of(String key) {
    return loads.stream().filter(load -> load.key().equals(key)).toList();
  }

  /** How many loads of a key ran at once, at most; those that are open are taken to run on. */
  public int mostAtOnce(String key) {
    int most = 0;
    List<Long> ends = new ArrayList<>();
    for (Loaded load : of(key)) {
      ends.removeIf(end -> end <= load.began());
      ends.add(load.ended());
      most = Math.max(most, ends.size());
    }
    return most;
  }

  /** How long the calls of a name took, those of all JVMs together. */
  public Latencies calls(String name) {
    return calls.getOrDefault(name, Latencies.none());
  }

  /** The log of one worker. Any thread may write to it. */
  public static final class Writer {
    private final Parent parent;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, LatencyHistogram> calls = new ConcurrentHashMap<>();

    Writer(Parent parent) {
      this.parent = parent;
    }

    /** A load begins, which is told at once: it is known even if this JVM is killed meanwhile. */
    Loading begin(String key) {
      return begin(key, System.nanoTime());
    }

    /** The same for a caller that had asked at a moment. */
    Loading begin(String key, long asked) {
      long number = numbers.getAndIncrement();
      parent.report(BEGAN, number, key, asked, System.nanoTime());
      return (outcome, value) -> parent.report(ENDED, number, System.nanoTime(), outcome, value);
    }

    /** A call of some name has ended. */
    void took(String name, long nanos) {
      calls.computeIfAbsent(name, unused -> new LatencyHistogram()).record(nanos);
    }

    /** Tells how long all calls took. */
    void finish() {
      calls.forEach((name, histogram) -> {
        List<Object> fields = new ArrayList<>(List.of(name));
        fields.addAll(buckets(histogram.snapshot()));
        parent.report(CALLS, fields.toArray());
      });
      parent.report(FINISHED);
    }
  }

  /** A load that has begun. */
  @FunctionalInterface
  public interface Loading {
    void end(String outcome, String value);
  }

  /** The longest duration of each bucket that has any, and how many it has. */
  public static List<Long> buckets(Latencies latencies) {
    List<Long> buckets = new ArrayList<>();
    for (long rank = 1; rank <= latencies.count(); ) {
      long longest = ofRank(latencies, rank);
      long last = rank;
      for (long beyond = latencies.count() + 1; beyond - last > 1; ) {
        long middle = (last + beyond) >>> 1;
        if (ofRank(latencies, middle) == longest) {
          last = middle;
        } else {
          beyond = middle;
        }
      }
      buckets.add(longest);
      buckets.add(last - rank + 1);
      rank = last + 1;
    }
    return buckets;
  }

  private static long ofRank(Latencies latencies, long rank) {
    // In the middle between two ranks, so that it does not matter how it is rounded.
    return latencies.percentile(100 * (rank - 0.5) / latencies.count()).toNanos();
  }

  /** The durations whose {@link #buckets} these are: a bucket's longest falls into it again. */
  public static Latencies latencies(List<String> buckets) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < buckets.size(); i += 2) {
      long longest = Long.parseLong(buckets.get(i));
      for (long left = Long.parseLong(buckets.get(i + 1)); left > 0; left--) {
        histogram.record(longest);
      }
    }
    return histogram.snapshot();
  }
}
