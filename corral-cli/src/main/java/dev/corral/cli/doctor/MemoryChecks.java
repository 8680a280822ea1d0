package dev.corral.cli.doctor;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Whether what is stored has room. */
final class MemoryChecks {
  static final List<Check> ALL = List.of(
      Check.ofEach("evictions", MemoryChecks::evictions),
      Check.ofEach("head-room", MemoryChecks::headRoom),
      Check.ofEach("refused stores", MemoryChecks::noMemory),
      Check.ofEach("values too large", MemoryChecks::tooLarge),
      Check.ofEach("buffers", MemoryChecks::buffers),
      new Check("item sizes", MemoryChecks::itemSize),
      new Check("memory against weights", MemoryChecks::weights));

  private static final double MANY = 0.01;
  private static final double MANY_TOO_LARGE = 0.001;
  private static final double NEARLY_FULL = 0.9;
  private static final double UNFAIR = 1.5;
  private static final Duration UNUSED_LONG = Duration.ofDays(1);
  private static final long USUAL_ITEM_BYTES = 1 << 20;

  private MemoryChecks() {}

  /** To evict what nobody has used for a day is what a cache is for. */
  private static Optional<Finding> evictions(Facts facts) {
    long evictions = facts.general().count("evictions");
    if (evictions == 0) {
      return Optional.empty();
    }
    double share = (double) evictions / Math.max(evictions, facts.general().count("cmd_set"));
    double hours = Math.max(1, facts.general().count("uptime")) / 3600.0;
    Optional<Duration> unused = leastUnused(facts);
    boolean wasWanted = unused.filter(time -> time.compareTo(UNUSED_LONG) >= 0).isEmpty();
    return Optional.of(new Finding(
        share >= MANY && wasWanted ? Severity.WARNING : Severity.NOTE,
        "evictions",
        facts.server(),
        Amounts.count(evictions) + " evictions, " + Amounts.count(Math.round(evictions / hours))
            + " an hour, " + Amounts.percent(share) + " of what was stored; "
            + Amounts.count(facts.general().count("evicted_unfetched")) + " had never been read"
            + unused
                .map(time -> ", and one had been used " + Amounts.time(time) + " before")
                .orElse(""),
        "values vanish before their ttl and are computed again; locks, counters and lists vanish"
            + " like any other item",
        "give it more memory (-m; it has "
            + Amounts.size(facts.general().count("limit_maxbytes"))
            + "), add a server, shorten ttls, or compress"));
  }

  private static Optional<Duration> leastUnused(Facts facts) {
    return facts
        .items()
        .ofClasses("evicted_time")
        .filter(seconds -> seconds > 0)
        .boxed()
        .min(Comparator.naturalOrder())
        .map(Duration::ofSeconds);
  }

  private static Optional<Finding> headRoom(Facts facts) {
    return facts
        .memoryShare()
        .filter(share -> share >= NEARLY_FULL && facts.general().count("evictions") == 0)
        .map(share -> new Finding(
            Severity.NOTE,
            "memory-full",
            facts.server(),
            Amounts.percent(share) + " of " + Amounts.size(facts.general().count("limit_maxbytes"))
                + " are used",
            "it will begin to evict soon",
            "give it more memory (-m) before it does, if what is stored is wanted"));
  }

  private static Optional<Finding> noMemory(Facts facts) {
    long refused = Math.max(
        facts.general().count("store_no_memory"),
        facts.items().ofClasses("outofmemory").sum());
    boolean neverEvicts = facts.settings().is("evictions", "off");
    if (refused == 0 && !neverEvicts) {
      return Optional.empty();
    }
    return Optional.of(new Finding(
        Severity.WARNING,
        "out-of-memory",
        facts.server(),
        Amounts.count(refused) + " stores were refused for want of memory"
            + (neverEvicts ? ", and it runs with -M, so that it never evicts" : ""),
        "once it is full nothing new is cached, and no lease is given: each miss goes to the"
            + " origin",
        neverEvicts
            ? "start it without -M (--disable-evictions), unless it is more than a cache to you"
            : "give it more memory (-m); with few large items, also more for each size of item"));
  }

  private static Optional<Finding> tooLarge(Facts facts) {
    long refused = facts.general().count("store_too_large");
    return refused == 0
        ? Optional.empty()
        : Optional.of(new Finding(
            refused >= MANY_TOO_LARGE * facts.general().count("cmd_set")
                ? Severity.WARNING
                : Severity.NOTE,
            "too-large",
            facts.server(),
            Amounts.count(refused) + " values were larger than it takes ("
                + facts.settings().number("item_size_max").stream()
                    .mapToObj(Amounts::size)
                    .findFirst()
                    .orElse("-I")
                + ")",
            "they are never cached, and the older value is deleted; Corral does not even send them,"
                + " so these came from others",
            "store less, compress, or raise -I on all servers"));
  }

  private static Optional<Finding> buffers(Facts facts) {
    long failures = facts.general().count("read_buf_oom")
        + facts.general().count("response_obj_oom")
        + facts.general().count("malloc_fails");
    return failures == 0
        ? Optional.empty()
        : Optional.of(new Finding(
            Severity.WARNING,
            "buffers",
            facts.server(),
            times(failures) + " it had no memory for a buffer or a reply",
            "requests failed or connections were closed under load",
            "give its machine more memory, or raise -o read_buf_mem_limit"));
  }

  private static String times(long number) {
    String times = ServerChecks.times(number);
    return Character.toUpperCase(times.charAt(0)) + times.substring(1);
  }

  private static Stream<Finding> itemSize(Examination examination) {
    long largest = examination.examined().stream()
        .flatMapToLong(MemoryChecks::itemBytes)
        .max()
        .orElse(0);
    return examination.examined().stream()
        .flatMap(facts -> itemBytes(facts)
            .filter(bytes -> bytes < Math.max(largest, USUAL_ITEM_BYTES))
            .mapToObj(bytes -> smallItems(facts, bytes, largest)));
  }

  private static LongStream itemBytes(Facts facts) {
    return facts.settings().number("item_size_max").stream();
  }

  private static Finding smallItems(Facts facts, long bytes, long largest) {
    boolean differs = bytes < largest;
    return new Finding(
        Severity.WARNING,
        "item-size",
        facts.server(),
        "it takes items up to " + Amounts.size(bytes)
            + (differs ? ", others up to " + Amounts.size(largest) : "; 1 MiB is usual"),
        differs
            ? "a value can be stored or not by where the ring puts its key; a ValueTooLargeException"
                + " comes and goes with the keys"
            : "larger values are refused with a ValueTooLargeException and never cached",
        "start it with -I " + Math.max(largest, USUAL_ITEM_BYTES) + " as the others, or compress"
            + " what is larger");
  }

  private static Stream<Finding> weights(Examination examination) {
    List<Facts> told = examination.examinedOnRing().stream()
        .filter(facts -> facts.general().number("limit_maxbytes").isPresent())
        .toList();
    double most = told.stream()
        .mapToDouble(facts -> bytesPerWeight(examination, facts))
        .max()
        .orElse(0);
    return told.stream()
        .filter(facts -> bytesPerWeight(examination, facts) * UNFAIR <= most)
        .map(facts -> tooHeavy(examination, facts, told));
  }

  private static double bytesPerWeight(Examination examination, Facts facts) {
    OptionalLong bytes = facts.general().number("limit_maxbytes");
    return (double) bytes.orElse(0) / examination.weight(facts.server());
  }

  private static Finding tooHeavy(Examination examination, Facts facts, List<Facts> all) {
    long sum =
        all.stream().mapToLong(one -> one.general().count("limit_maxbytes")).sum();
    double weights =
        all.stream().mapToLong(one -> examination.weight(one.server())).sum();
    long own = facts.general().count("limit_maxbytes");
    int weight = examination.weight(facts.server());
    return new Finding(
        Severity.WARNING,
        "memory-weight",
        facts.server(),
        "it has " + Amounts.percent((double) own / sum) + " of the memory (" + Amounts.size(own)
            + ") and, by weight " + weight + ", " + Amounts.percent(weight / weights)
            + " of the keys",
        "it evicts what would have room elsewhere",
        "weigh servers by their memory, as in host:port=600, with the same numbers in every"
            + " program that shares them; or give all the same -m");
  }
}
