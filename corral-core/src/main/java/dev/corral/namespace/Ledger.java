package dev.corral.namespace;

import dev.corral.crowd.Retries;
import dev.corral.fault.ConfigurationException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.site.Site;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes the evidence item, and keeps this process's copy of it. */
/* design
 *
 * Masters only go forward. An item whose master is older than one that this process had seen before
 * it sent the read is what a server had before it was away: it is replaced by a new epoch, not
 * believed. (One that is older than what was seen in the meantime is an answer that came late, and
 * was right when it was given.) A sealed item and one that can't be read count as gone. What is gone
 * is begun anew with a new master: all that is in namespaces is a miss then.
 *
 * Every change is a CAS on what was read just before, so that none is lost, whichever process makes
 * it. The copy takes over what replies say in any order: within one epoch bits only get more, and of
 * two epochs that with the newer master came later.
 */
final class Ledger {
  private static final Logger log = LoggerFactory.getLogger(Ledger.class);

  static final Ttl LIFE = Ttl.of(Duration.ofDays(7));

  private final Site site;
  private final Key key;
  private final NamespaceOptions options;
  private final Generations generations;
  private final Retries retries;
  private final AtomicLong seen = new AtomicLong();
  private final AtomicReference<@Nullable Copy> copy = new AtomicReference<>();
  private volatile long touched;

  /**
   * What this process knows.
   *
   * @param epoch the evidence
   * @param item its bytes as they were read last; null if it comes from several replies
   * @param asked when that was asked for, by the ticker
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares copies
  record Copy(Epoch epoch, byte @Nullable [] item, long asked) {}

  /** Evidence that was read to be changed. */
  record Held(Epoch epoch, Cas cas) {}

  Ledger(Site site, Key key, NamespaceOptions options, Generations generations) {
    this.site = site;
    this.key = key;
    this.options = options;
    this.generations = generations;
    this.retries = new Retries(site);
  }

  Retries retries() {
    return retries;
  }

  Key key() {
    return key;
  }

  /** What this process knew last; null if nothing yet. */
  @Nullable
  Copy copy() {
    return copy.get();
  }

  /** The newest master that this process has seen. */
  long seen() {
    return seen.get();
  }

  /** The master under which this process last touched a namespace; 0 if it never has. */
  long touched() {
    return touched;
  }

  void touchedUnder(long master) {
    touched = master;
  }

  /** What is there, if it can be believed, and nothing is changed. */
  CompletableFuture<Optional<Epoch>> peek(Placement at) {
    long before = seen.get();
    return Answers.map(at.execute(Get.of(key)), reply -> {
      Epoch epoch = reply instanceof Item item ? parse(item.value()) : null;
      return Optional.ofNullable(epoch)
          .filter(found -> !found.sealed() && found.master() >= before);
    });
  }

  /** Reads the evidence, or begins it anew. */
  CompletableFuture<Epoch> read(Placement at) {
    if (copy.get() == null) {
      return Answers.map(hold(at), Held::epoch); // which also tells a server that has no CAS
    }
    long before = seen.get();
    long asked = site.ticker().nanos();
    return Answers.then(at.execute(glance()), reply -> believe(at, reply, before, asked));
  }

  /** As {@link #read}, for a thread that waits: what is returned goes on with the answer there. */
  Supplier<CompletableFuture<Epoch>> ask(Placement at) {
    if (copy.get() == null) {
      CompletableFuture<Epoch> begun = read(at);
      return () -> begun;
    }
    long before = seen.get();
    long asked = site.ticker().nanos();
    CompletableFuture<GetOutcome> reply = at.execute(glance());
    return () ->
        Answers.then(Answers.settled(reply), outcome -> believe(at, outcome, before, asked));
  }

  private Get glance() {
    return Get.of(key).withTouch(LIFE);
  }

  /** What a reply says, if it can be believed; or else the evidence begun anew. */
  private CompletableFuture<Epoch> believe(
      Placement at, GetOutcome reply, long before, long asked) {
    Epoch epoch = reply instanceof Item item ? parse(item.value()) : null;
    if (epoch == null || epoch.sealed() || epoch.master() < before) {
      return Answers.map(hold(at), Held::epoch);
    }
    saw(epoch, ((Item) reply).value(), asked);
    return CompletableFuture.completedFuture(epoch);
  }

  /** Reads the evidence to change it, or begins it anew. */
  CompletableFuture<Held> hold(Placement at) {
    return hold(at, 0);
  }

  private CompletableFuture<Held> hold(Placement at, int tries) {
    long before = seen.get();
    long asked = site.ticker().nanos();
    return Answers.then(look(at), reply -> {
      Item item = reply instanceof Item there ? there : null;
      Epoch epoch = item == null ? null : parse(item.value());
      if (epoch != null) {
        generations.saw(epoch.master());
      }
      if (item == null || epoch == null || epoch.sealed() || epoch.master() < before) {
        return begin(at, item, tries);
      }
      Held held = new Held(epoch, cas(item));
      saw(epoch, item.value(), asked);
      return CompletableFuture.completedFuture(held);
    });
  }

  /** The item as it is, with its CAS. */
  CompletableFuture<GetOutcome> look(Placement at) {
    return at.execute(Get.of(key).withDetails().withTouch(LIFE));
  }

  Cas cas(Item item) {
    return cas(key, item);
  }

  /** The CAS of what was found, without which nothing here can be changed. */
  static Cas cas(Key key, Item item) {
    if (!item.hasCas()) {
      throw new ConfigurationException(
          "namespaces need CAS, which the server of " + key + " is run without (-C)");
    }
    return item.cas();
  }

  /** Writes evidence over what was found, if that is still there, or where nothing was. */
  Put over(@Nullable Item found, byte[] item) {
    return found == null ? Put.add(key, item, LIFE) : Put.set(key, item, LIFE).ifCas(cas(found));
  }

  byte[] bytes(Epoch epoch) {
    return epoch.bytes(options.prefix());
  }

  /**
   * Changes the evidence.
   *
   * @param change what to make of it; the same to leave it as it is. May be asked several times
   * @return what it is then
   */
  CompletableFuture<Epoch> change(Placement at, UnaryOperator<Epoch> change) {
    return change(at, change, 0);
  }

  private CompletableFuture<Epoch> change(Placement at, UnaryOperator<Epoch> change, int tries) {
    return Answers.then(hold(at), held -> {
      Epoch changed = change.apply(held.epoch());
      if (changed.equals(held.epoch())) {
        return CompletableFuture.completedFuture(changed);
      }
      byte[] item = bytes(changed);
      long asked = site.ticker().nanos();
      return Answers.then(at.execute(Put.set(key, item, LIFE).ifCas(held.cas())), outcome -> {
        if (outcome.isStored()) {
          saw(changed, item, asked);
          return CompletableFuture.completedFuture(changed);
        }
        return retries.again(key, tries, more -> change(at, change, more));
      });
    });
  }

  /** Begins the evidence anew, and looks again, whatever came of it. */
  private CompletableFuture<Held> begin(Placement at, @Nullable Item found, int tries) {
    Epoch anew = Epoch.begin(generations.next(), options.bytes(), at.fingerprint());
    return Answers.then(at.execute(over(found, bytes(anew))), outcome -> {
      if (outcome.isStored()) {
        log.info("{} was not there, or out of date: all namespaces have begun anew", key);
      }
      return retries.again(key, tries, more -> hold(at, more));
    });
  }

  /** What an item says; null if it is no evidence. */
  @Nullable
  Epoch parse(byte[] item) {
    Copy known = copy.get();
    return known != null && Arrays.equals(known.item, item)
        ? known.epoch
        : Epoch.parse(item, options.prefix(), options.bytes());
  }

  /** Takes note of what is, or was, in force. */
  void saw(Epoch epoch, byte[] item, long asked) {
    Copy known = copy.get();
    if (known != null && known.epoch.equals(epoch) && !options.isRelaxed()) {
      return; // nobody asks how old it is
    }
    generations.saw(epoch.master());
    seen.accumulateAndGet(epoch.master(), Math::max);
    copy.accumulateAndGet(new Copy(epoch, item, asked), Ledger::later);
  }

  private static Copy later(@Nullable Copy known, Copy read) {
    if (known == null || known.epoch.master() < read.epoch.master()) {
      return read;
    }
    if (known.epoch.master() > read.epoch.master()) {
      return known;
    }
    // All that either of them knew is known, up to when the later one was asked for.
    long asked = known.asked - read.asked >= 0 ? known.asked : read.asked;
    Epoch both = known.epoch.and(read.epoch);
    if (both.equals(known.epoch)) {
      return new Copy(known.epoch, known.item, asked);
    }
    return new Copy(both, both.equals(read.epoch) ? read.item : null, asked);
  }
}
