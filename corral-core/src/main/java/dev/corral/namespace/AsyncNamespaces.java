package dev.corral.namespace;

import dev.corral.check.Argument;
import dev.corral.check.Plain;
import dev.corral.fault.ConfigurationException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.KeyPrefix;
import dev.corral.metric.NamespaceMeter;
import dev.corral.site.Site;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * {@link Namespaces} with futures, which fail with what the blocking calls throw. Mistakes in the
 * arguments are thrown at once.
 */
public final class AsyncNamespaces {
  private static final String EVIDENCE = "corral-evidence";

  private final Site site;
  private final KeyPrefix counters;
  private final NamespaceOptions options;
  private final Ledger ledger;
  private final Moves moves;
  private final Flush flush;
  private final StampReader reader;
  private final Invalidations invalidations;

  AsyncNamespaces(Site site, NamespaceOptions options) {
    if (!(site.keyStore() instanceof Store store)) {
      throw new ConfigurationException("namespaces need a store that has CAS, which "
          + site.keyStore().getClass().getSimpleName() + " has not");
    }
    this.site = site;
    this.options = options;
    this.counters = site.prefix().with(options.prefix() + "counter");
    Generations generations = new Generations(site);
    this.ledger = new Ledger(site, site.prefix().key(EVIDENCE), options, generations);
    this.moves = new Moves(site, store, options, ledger, generations);
    this.flush = new Flush(site, options, ledger, moves, generations);
    GenerationItems items = new GenerationItems(site, options, ledger, generations);
    NamespaceMeter meter = site.meters().add(new NamespaceMeter());
    this.reader = new StampReader(site, options, ledger, items, moves, flush, meter);
    this.invalidations = new Invalidations(site, options, ledger, items, moves, flush, meter);
  }

  Namespace namespace(String field, Object value) {
    Argument.required("field", field);
    Argument.required("value", value);
    if (field.isEmpty() || field.indexOf('=') >= 0) {
      throw new IllegalArgumentException(
          "field must be a name without '=', but is '" + field + "'");
    }
    String text = text(value);
    return new Namespace(this, field, text, counters.key(field, text));
  }

  private static String text(Object value) {
    String text = Plain.text(value);
    if (text == null) {
      throw new IllegalArgumentException(
          "value must be a string, a whole number from byte to long, a UUID or an enum, but is a "
              + value.getClass().getName());
    }
    return text;
  }

  /**
   * As {@link Namespaces#key(String, Object)}.
   *
   * @param field the namespace's field, and the key's name
   * @param value the namespace's value
   * @return the key
   */
  public CompletableFuture<Key> key(String field, Object value) {
    return key(field, List.of(namespace(field, value)));
  }

  /**
   * As {@link Namespaces#key(String, Namespace)}.
   *
   * @param name the key's name
   * @param namespace what the key belongs to
   * @return the key
   */
  public CompletableFuture<Key> key(String name, Namespace namespace) {
    Argument.required("name", name);
    return key(name, own(List.of(Argument.required("namespace", namespace))));
  }

  /**
   * As {@link Namespaces#key(String, Namespace, Namespace...)}.
   *
   * @param name the key's name
   * @param first what the key belongs to
   * @param more what else it belongs to
   * @return the key
   */
  public CompletableFuture<Key> key(String name, Namespace first, Namespace... more) {
    Argument.required("name", name);
    List<Namespace> all = new ArrayList<>();
    all.add(Argument.required("first", first));
    all.addAll(Argument.allRequired("more", Arrays.asList(Argument.required("more", more))));
    return key(name, own(all));
  }

  private CompletableFuture<Key> key(String name, List<Namespace> all) {
    return Answers.map(reader.view(all, false), view -> {
      Object[] segments = new Object[all.size() + 1];
      segments[0] = name;
      for (int i = 0; i < all.size(); i++) {
        segments[i + 1] = all.get(i).value() + "|" + new Generation(view.generation(i));
      }
      return site.prefix().key(segments);
    });
  }

  /**
   * As {@link Namespaces#invalidateAll}.
   *
   * @param namespaces which
   * @return completes when it has happened
   */
  public CompletableFuture<@Nullable Void> invalidateAll(Collection<Namespace> namespaces) {
    List<Namespace> all = own(Argument.allRequired("namespaces", namespaces));
    return Answers.map(invalidations.invalidate(all), done -> null);
  }

  /**
   * As {@link Namespaces#rollingFlush}.
   *
   * @param period over how long
   * @return the flush that runs now
   */
  public CompletableFuture<Roll> rollingFlush(Duration period) {
    Argument.required("period", period);
    if (period.isNegative() || period.compareTo(NamespaceOptions.longestPeriod()) > 0) {
      throw new IllegalArgumentException("period must be 0 to 7 days, but is " + period);
    }
    if (!options.hasEvidence()) {
      throw new ConfigurationException("a rolling flush needs evidence, which is switched off");
    }
    return flush.begin(period);
  }

  /**
   * As {@link Namespaces#evidence}.
   *
   * @return what is known now
   */
  public CompletableFuture<Evidence> evidence() {
    return Answers.map(Answers.then(moves.settle(), ledger::read), this::evidence);
  }

  /**
   * As {@link Namespaces#peekEvidence}.
   *
   * @return what is known now; empty if there is nothing yet
   */
  public CompletableFuture<Optional<Evidence>> peekEvidence() {
    return Answers.map(ledger.peek(moves.current()), found -> found.map(this::evidence));
  }

  private Evidence evidence(Epoch epoch) {
    Epoch.Old old = epoch.old();
    return new Evidence(
        new Generation(epoch.master()),
        epoch.filter().size(),
        epoch.filter().touched(),
        old == null || old.isOver(site.clock().millis())
            ? Optional.empty()
            : Optional.of(Flush.roll(old)));
  }

  CompletableFuture<Generation> generation(Namespace namespace) {
    return Answers.map(
        reader.view(List.of(namespace), true), view -> new Generation(view.generation(0)));
  }

  StampReader reader() {
    return reader;
  }

  /** Namespaces of another corral have their generations elsewhere. */
  private List<Namespace> own(List<Namespace> namespaces) {
    for (Namespace namespace : namespaces) {
      if (namespace.source() != reader) {
        throw new IllegalArgumentException(namespace + " belongs to other namespaces than these");
      }
    }
    return namespaces;
  }
}
