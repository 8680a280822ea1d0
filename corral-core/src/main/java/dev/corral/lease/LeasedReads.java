package dev.corral.lease;

import dev.corral.crowd.CallerThread;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.load.LoadException;
import dev.corral.load.StillLoadingException;
import dev.corral.site.Site;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads items, and has a missing one made by one process while the others wait for it. */
/* design
 *
 * A read of a missing item leaves a placeholder, and whoever left it makes the content and stores it
 * over the placeholder, by its CAS. So whatever happens to the key meanwhile is not lost: the content is
 * not stored then, though it is returned, for it was loaded after the read began.
 *
 * A list to which others append would never be stored so, if it changes more often than a load ends. So
 * where others may extend the item, the winner first puts a ticket into the placeholder. Is the ticket
 * still there when the content is to be stored, then nothing has happened but what now stands around
 * it; and that is stored along, by the new CAS. A placeholder of another, after a delete, has another
 * ticket, and content that is older than the delete can't get over it.
 *
 *   content                  it is returned
 *   won                      put the ticket if need be, load, store by CAS, return
 *   lost, another's ticket   pause and look again; after the time of a load, load without storing
 *   anything else            spoiled: delete by CAS, look again; if that is so too often, load
 *   no CAS, down             load without storing
 *
 * The placeholder lives a second longer than a load may take, since a server may end it early. With
 * its winner dead, it is gone after that.
 */
public final class LeasedReads {
  private static final Logger log = LoggerFactory.getLogger(LeasedReads.class);

  private static final byte[] NOTHING = new byte[0];
  private static final int MOST_SPOILED = 8;
  private static final int MOST_MERGES = 64;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final Site site;
  private final Store store;
  private final Duration loadTime;
  private final Ttl lease;

  /**
   * Creates it.
   *
   * @param loadTime how long a load may take; and how long others wait for it
   */
  public LeasedReads(Site site, Store store, Duration loadTime) {
    this.site = site;
    this.store = store;
    this.loadTime = loadTime;
    this.lease = Ttl.of(loadTime.plusSeconds(1));
  }

  /** Reads an item on the calling thread, which also loads. */
  public <T> T get(Key key, Content<T> content) {
    return onCaller(key, thread -> read(key, content, thread));
  }

  /** Does something of which reads are a part: they load on the calling thread. */
  public <T> T onCaller(Key key, Function<Executor, CompletableFuture<T>> work) {
    CallerThread thread = new CallerThread(site.executor());
    CompletableFuture<T> result = work.apply(thread);
    try {
      thread.runUntil(result);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StillLoadingException("interrupted while waiting for another's load of " + key);
    }
    return Answers.join(result);
  }

  /** Reads an item; a load runs on the site's executor. */
  public <T> CompletableFuture<T> read(Key key, Content<T> content) {
    return read(key, content, site.executor());
  }

  /** Reads an item; a load runs on that executor. */
  public <T> CompletableFuture<T> read(Key key, Content<T> content, Executor executor) {
    Read<T> read = new Read<>(key, content, executor);
    read.look(FIRST_PAUSE);
    return read.result;
  }

  /** Loads without a look at the item, and without storing. */
  public <T> CompletableFuture<T> load(Key key, Content<T> content, Executor executor) {
    Read<T> read = new Read<>(key, content, executor);
    read.load(null);
    return read.result;
  }

  private final class Read<T> {
    private final Key key;
    private final Content<T> content;
    private final Executor executor;
    private final long since = site.ticker().nanos();
    private int spoiled;
    final CompletableFuture<T> result = new CompletableFuture<>();

    Read(Key key, Content<T> content, Executor executor) {
      this.key = key;
      this.content = content;
      this.executor = executor;
    }

    void look(Duration pause) {
      CompletableFuture<GetOutcome> reply =
          Answers.begin(() -> store.execute(Get.of(key).withLease(lease)));
      Answers.when(reply, (outcome, fault) -> {
        try {
          if (outcome instanceof Item item) {
            judge(item, pause);
          } else if (fault == null || fault instanceof UnavailableException) {
            load(null);
          } else {
            result.completeExceptionally(fault);
          }
        } catch (RuntimeException | Error e) {
          result.completeExceptionally(e); // or whoever waits for it would wait for ever
        }
      });
    }

    private void judge(Item item, Duration pause) {
      boolean bare = item.flags() == 0 && item.value().length == 0;
      T known = bare ? null : content.read(item);
      if (known != null) {
        result.complete(known);
      } else if (!item.hasCas()) {
        load(null);
      } else if (bare && item.lease() == Lease.WON) {
        claim(item.cas());
      } else if (bare || (item.flags() == 0 && Ticket.isIn(item.value()))) {
        waitFor(pause);
      } else {
        remove(item.cas());
      }
    }

    private void claim(Cas cas) {
      if (!content.isExtended()) {
        load(new Claim(cas, null));
        return;
      }
      Ticket ticket = Ticket.draw(site.random());
      Put put = Put.set(key, ticket.bytes(), lease).ifCas(cas).returningCas();
      Answers.when(Answers.begin(() -> store.execute(put)), (outcome, fault) -> {
        if (outcome instanceof PutOutcome.Stored stored && stored.cas() != null) {
          load(new Claim(stored.cas(), ticket));
        } else if (fault == null) {
          look(FIRST_PAUSE); // somebody was faster: an append spoils a placeholder without a ticket
        } else {
          giveBack(new Claim(cas, ticket)); // or others would wait for what never comes
          load(null);
        }
      });
    }

    /** Another loads. */
    private void waitFor(Duration pause) {
      if (site.ticker().nanos() - since > loadTime.toNanos()) {
        load(null);
        return;
      }
      long nanos = (long) (pause.toNanos() * (0.7 + 0.6 * site.random().nextDouble()));
      Duration twice = pause.multipliedBy(2);
      Duration next = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
      site.timer().after(Duration.ofNanos(nanos), () -> look(next));
    }

    /** Nobody can use what is there. */
    private void remove(Cas cas) {
      if (++spoiled > MOST_SPOILED) {
        load(null);
        return;
      }
      Answers.when(delete(cas), (outcome, fault) -> look(FIRST_PAUSE));
    }

    private CompletableFuture<DeleteOutcome> delete(Cas cas) {
      return Answers.begin(() -> store.execute(Delete.of(key).ifCas(cas)));
    }

    /** Loads, and stores it if there is a claim. */
    private void load(@Nullable Claim claim) {
      CallerThread.Refusable loading = new CallerThread.Refusable() {
        @Override
        public void run() {
          try {
            T loaded = content.load();
            if (claim == null) {
              result.complete(loaded);
            } else {
              store(claim, content.put(loaded, NOTHING, NOTHING), loaded, 0);
            }
          } catch (Throwable e) {
            giveBack(claim);
            result.completeExceptionally(LoadException.of("loading " + key, e));
          }
        }

        @Override
        public void refuse(RejectedExecutionException refusal) {
          giveBack(claim);
          result.completeExceptionally(
              new OverloadedException("no thread may load " + key, refusal));
        }
      };
      try {
        executor.execute(loading);
      } catch (RejectedExecutionException e) {
        loading.refuse(e);
      } catch (RuntimeException | Error e) {
        giveBack(claim);
        result.completeExceptionally(e); // or whoever waits for it would wait for ever
      }
    }

    private void store(Claim claim, @Nullable Put put, T loaded, int tries) {
      if (put == null) {
        giveBack(claim);
        result.complete(loaded);
        return;
      }
      Answers.when(Answers.begin(() -> store.execute(put.ifCas(claim.cas))), (outcome, fault) -> {
        if (outcome == Refused.EXISTS && claim.ticket != null && tries < MOST_MERGES) {
          merge(claim.ticket, loaded, tries);
          return;
        }
        if (fault != null || outcome == Refused.EXISTS) {
          log.debug("{} was loaded, but not stored: {}", key, outcome, fault);
          giveBack(claim);
        }
        result.complete(loaded);
      });
    }

    /** Others have changed the placeholder: if only by what is around the ticket, that is kept. */
    private void merge(Ticket ticket, T loaded, int tries) {
      CompletableFuture<GetOutcome> reply =
          Answers.begin(() -> store.execute(Get.of(key).withDetails()));
      Answers.when(reply, (outcome, fault) -> {
        int index = outcome instanceof Item item ? ticket.indexIn(item.value()) : -1;
        if (index < 0 || !(outcome instanceof Item item) || !item.hasCas()) {
          if (fault != null) {
            removeAny();
          } // else something newer is there, or nothing
          result.complete(loaded);
          return;
        }
        Claim claim = new Claim(item.cas(), ticket);
        try {
          byte[] before = Arrays.copyOf(item.value(), index);
          byte[] behind = ticket.behind(item.value(), index);
          store(claim, content.put(loaded, before, behind), loaded, tries + 1);
        } catch (RuntimeException | Error e) {
          giveBack(claim);
          result.completeExceptionally(e);
        }
      });
    }

    /** Leaves no placeholder that others would wait for, though nobody will store over it. */
    private void giveBack(@Nullable Claim claim) {
      if (claim == null) {
        return;
      }
      Answers.when(delete(claim.cas), (outcome, fault) -> {
        if (outcome == DeleteOutcome.EXISTS && claim.ticket != null) {
          removeIfHas(claim.ticket);
        }
      });
    }

    /** Others may have extended the placeholder; or it is another's by now, which stays. */
    private void removeIfHas(Ticket ticket) {
      CompletableFuture<GetOutcome> reply = Answers.begin(() -> store.execute(Get.of(key)));
      Answers.when(reply, (outcome, fault) -> {
        if (outcome instanceof Item item && ticket.indexIn(item.value()) >= 0) {
          removeAny();
        }
      });
    }

    /** Whatever it is, it can be loaded. */
    private void removeAny() {
      CompletableFuture<DeleteOutcome> unused = Answers.begin(() -> store.execute(Delete.of(key)));
    }
  }

  /** A placeholder as its winner has left it. */
  private record Claim(Cas cas, @Nullable Ticket ticket) {}
}
