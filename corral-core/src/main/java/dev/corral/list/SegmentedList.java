package dev.corral.list;

import dev.corral.crowd.Retries;
import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.KeyPrefix;
import dev.corral.lease.Content;
import dev.corral.lease.LeasedReads;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists whose log is cut into segments, each an item; the list's own item, the head, names them.
 */
/* design
 *
 *   head      loaded segments a b | changes x | other segments c d
 *   log       a, b, x, c, d
 *
 * Segments have random names, and are made once: by add, before a head names them. So a segment that is
 * missing was lost, and the list is broken; its head is deleted, and the list loaded again.
 *
 * A change reads the head and appends to its last segment. What the head may have become meanwhile:
 *
 *   the same, with more      the change stands in the log before those that began when it had ended
 *   segments                 already, and behind those that had ended before it began
 *   deleted, or that of      the head was read after the origin was changed, so whatever was loaded
 *   another load             since has the change
 *
 * If it finds a placeholder it appends to that, and LeasedReads stores it along with the head: there it
 * stands behind what was loaded, and before all that others append to segments once the head is there.
 * A change that comes so late that the head is there already stands there too. A change to the same id
 * that ended before has stood there as well: with the head there it would not have found a placeholder.
 *
 * A full segment is followed by a new one, which begins with the change; then a new head, by CAS.
 *
 * The log is never written anew: a change may be on its way to a segment of it. With too much of it dead,
 * the head is deleted, and the list is loaded again.
 */
final class SegmentedList implements ListItems {
  private static final Logger log = LoggerFactory.getLogger(SegmentedList.class);

  private static final int MOST_BROKEN = 4;
  private static final byte[] NOTHING = new byte[0];
  private static final CompletableFuture<@Nullable Void> DONE =
      CompletableFuture.completedFuture(null);

  private final Site site;
  private final Store store;
  private final ListOptions options;
  private final KeyPrefix prefix;
  private final LogFormat format;
  private final LeasedReads reads;
  private final Retries retries;

  /** @param prefix what the keys of segments begin with */
  SegmentedList(Site site, Store store, ListOptions options, KeyPrefix prefix, LeasedReads reads) {
    this.site = site;
    this.store = store;
    this.options = options;
    this.prefix = prefix;
    this.format = new LogFormat(options.width());
    this.reads = reads;
    this.retries = new Retries(site);
  }

  @Override
  public CompletableFuture<List<Long>> read(Key key, Callable<Ids> origin, Executor executor) {
    return read(new Source(key, origin), executor, MOST_BROKEN);
  }

  private CompletableFuture<List<Long>> read(Source source, Executor executor, int tries) {
    return Answers.then(
        reads.read(source.key, source, executor),
        state -> state instanceof Found list
            ? readLog(list, source, executor, tries)
            : completed(((Loaded) state).ids().toList()));
  }

  private CompletableFuture<List<Long>> readLog(
      Found list, Source source, Executor executor, int tries) {
    Function<Throwable, CompletableFuture<List<Long>>> onFault =
        fault -> fault instanceof UnavailableException
            ? loadAlone(source, executor)
            : CompletableFuture.failedFuture(fault);
    return Answers.branch(
        log(list.head()),
        log -> {
          if (log.isWhole()) {
            tidy(source.key, list, log);
            return completed(log.ids().toList());
          }
          return tries == 0
              ? loadAlone(source, executor)
              : Answers.branch(
                  drop(source.key, list), gone -> read(source, executor, tries - 1), onFault);
        },
        onFault);
  }

  private CompletableFuture<List<Long>> loadAlone(Source source, Executor executor) {
    return Answers.map(
        reads.load(source.key, source, executor),
        loaded -> ((Loaded) loaded).ids().toList());
  }

  /** All that is recorded in the segments, read in one flight. */
  private CompletableFuture<Log> log(Head head) {
    List<Get> gets = new ArrayList<>();
    for (long segment : head.segments()) {
      gets.add(Get.of(prefix.key(segment)));
    }
    List<CompletableFuture<GetOutcome>> answers = store.executeAll(gets);
    return Answers.map(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)), all -> {
      Ids ids = new Ids();
      int last = 0;
      for (int i = 0; i < answers.size(); i++) {
        if (i == head.loaded() && !format.readRecords(ids, ByteBuffer.wrap(head.between()))) {
          return new Log(ids, false, last);
        }
        if (!(answers.get(i).join() instanceof Item item && format.readInto(ids, item.value()))) {
          return new Log(ids, false, last);
        }
        last = item.value().length;
      }
      return new Log(ids, true, last);
    });
  }

  /** Leaves the next reader less to do. */
  private void tidy(Key key, Found list, Log log) {
    boolean isLong = (long) log.ids().dead() * options.width() > options.maxBytes();
    if (isLong && log.ids().areMostlyDead()) {
      CompletableFuture<DeleteOutcome> unused = drop(key, list);
    } else if (log.lastBytes() > options.maxBytes()) {
      CompletableFuture<PutOutcome> unused = extend(key, list, NOTHING);
    }
  }

  private CompletableFuture<DeleteOutcome> drop(Key key, Found list) {
    return Answers.begin(() -> store.execute(Delete.of(key).ifCas(list.item().cas())));
  }

  /** Gives a list another segment. */
  private CompletableFuture<PutOutcome> extend(Key key, Found list, byte[] record) {
    long name = site.random().nextLong();
    Head next = list.head().with(name);
    Put head = Put.set(key, next.bytes(), ListItems.remaining(list.item()))
        .withFlags(LogFormat.FLAGS)
        .ifCas(list.item().cas());
    return Answers.then(
        Answers.begin(() -> store.execute(segment(name, format.log(List.of(), record)))),
        outcome -> outcome.isStored() ? store.execute(head) : completed(outcome));
  }

  /** Stores what was loaded, and an empty segment for what comes; null if that can't be done. */
  private @Nullable Head storeSegments(Ids loaded) {
    List<Long> ids = loaded.toList();
    int each = (options.maxBytes() - LogFormat.HEADER_BYTES) / options.width();
    int count = (ids.size() + each - 1) / each;
    long[] names = site.random().longs(count + 1).toArray();
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i <= count; i++) {
      List<Long> some =
          ids.subList(Math.min(i * each, ids.size()), Math.min((i + 1) * each, ids.size()));
      puts.add(segment(names[i], format.log(some, NOTHING)));
    }
    try {
      boolean all = true;
      for (CompletableFuture<PutOutcome> stored : store.<PutOutcome>executeAll(puts)) {
        all &= Answers.join(stored).isStored();
      }
      return all ? new Head(options.width(), count, names, NOTHING) : null;
    } catch (CorralException e) {
      log.debug("a list was loaded, but not stored", e);
      return null;
    }
  }

  private Put segment(long name, byte[] log) {
    return Put.add(prefix.key(name), log, options.segmentTtl()).withFlags(LogFormat.FLAGS);
  }

  private static <T> CompletableFuture<T> completed(T outcome) {
    return CompletableFuture.completedFuture(outcome);
  }

  @Override
  public CompletableFuture<@Nullable Void> change(Key key, Change change) {
    return tryToChange(key, format.record(change), 0);
  }

  private CompletableFuture<@Nullable Void> tryToChange(Key key, byte[] record, int tries) {
    CompletableFuture<GetOutcome> reply =
        Answers.begin(() -> store.execute(Get.of(key).withDetails()));
    return Answers.then(reply, outcome -> {
      if (!(outcome instanceof Item item)) {
        return DONE;
      }
      Head head = Head.read(item, options.width());
      Key place = head == null ? key : prefix.key(head.last());
      return Answers.then(store.execute(Put.append(place, record)), appended -> {
        if (appended.isStored()) {
          return DONE;
        }
        CompletableFuture<Boolean> done =
            head == null ? completed(false) : afterRefusal(key, new Found(item, head), record);
        return Answers.then(
            done,
            is -> is ? DONE : retries.again(key, tries, next -> tryToChange(key, record, next)));
      });
    });
  }

  /** The last segment is full, or lost. */
  private CompletableFuture<Boolean> afterRefusal(Key key, Found list, byte[] record) {
    Get last = Get.of(prefix.key(list.head().last())).withoutValue();
    return Answers.then(
        store.execute(last),
        outcome -> outcome instanceof Item
            ? Answers.map(extend(key, list, record), PutOutcome::isStored)
            : Answers.map(drop(key, list), dropped -> dropped == DeleteOutcome.DELETED));
  }

  @Override
  public CompletableFuture<Boolean> compact(Key key) {
    CompletableFuture<GetOutcome> reply =
        Answers.begin(() -> store.execute(Get.of(key).withDetails()));
    return Answers.then(reply, outcome -> {
      Head head =
          outcome instanceof Item item && item.hasCas() ? Head.read(item, options.width()) : null;
      if (head == null || !(outcome instanceof Item item)) {
        return completed(false);
      }
      Found list = new Found(item, head);
      return Answers.then(
          log(head),
          log -> log.isWhole() && log.ids().dead() == 0
              ? completed(false)
              : Answers.map(drop(key, list), dropped -> dropped == DeleteOutcome.DELETED));
    });
  }

  /**
   * The log of a list.
   *
   * @param isWhole false if a segment is missing
   * @param lastBytes how large the last segment is
   */
  private record Log(Ids ids, boolean isWhole, int lastBytes) {}

  /** What a read brings. */
  private sealed interface State permits Found, Loaded {}

  private record Found(Item item, Head head) implements State {}

  private static final class Loaded implements State {
    private final Ids ids;
    private @Nullable Head head;

    Loaded(Ids ids) {
      this.ids = ids;
    }

    Ids ids() {
      return ids;
    }
  }

  /** A list as it is read once. */
  private final class Source implements Content<State> {
    final Key key;
    private final Callable<Ids> origin;

    Source(Key key, Callable<Ids> origin) {
      this.key = key;
      this.origin = origin;
    }

    @Override
    public @Nullable State read(Item item) {
      Head head = Head.read(item, options.width());
      return head == null ? null : new Found(item, head);
    }

    @Override
    public State load() throws Exception {
      return new Loaded(origin.call());
    }

    @Override
    public boolean isExtended() {
      return true;
    }

    @Override
    public @Nullable Put put(State state, byte[] before, byte[] behind) {
      Loaded loaded = (Loaded) state;
      if (loaded.head == null) {
        loaded.head = storeSegments(loaded.ids); // by the thread that loads, the first time
      }
      return loaded.head == null
          ? null
          : Put.set(key, loaded.head.between(behind).bytes(), options.drawTtl(site.random()))
              .withFlags(LogFormat.FLAGS);
    }
  }
}
