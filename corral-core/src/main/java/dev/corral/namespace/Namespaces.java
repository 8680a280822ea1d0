package dev.corral.namespace;

import dev.corral.check.Argument;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.site.Site;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * All namespaces of a corral, and the evidence of which of them have been touched. Every process
 * that shares values must have the same options here; make it once, for it keeps a copy of the
 * evidence.
 *
 * <p>Losing any of the items that it keeps, by eviction, by a restart or because servers joined or
 * left, causes misses, never an old value. That holds among processes whose server lists are equal.
 *
 * <p>Safe for use by many threads. {@link #async} has the same with futures.
 */
public final class Namespaces {
  private final AsyncNamespaces async;

  private Namespaces(AsyncNamespaces async) {
    this.async = async;
  }

  /**
   * Namespaces on a site, for those who put one together by hand. With a corral, it is
   * {@code corral.namespaces(options)}.
   *
   * @param site the store, the time and the threads
   * @param options changes the options
   * @return the namespaces
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     does not, or if the site's key store has no CAS
   */
  public static Namespaces on(Site site, UnaryOperator<NamespaceOptions> options) {
    Argument.required("site", site);
    NamespaceOptions chosen =
        Argument.changed("options", options, new NamespaceOptions()).validated();
    return new Namespaces(new AsyncNamespaces(site, chosen));
  }

  /**
   * A namespace. Nothing is asked of a server.
   *
   * @param field what the value is the value of, such as {@code userId}; without {@code =}
   * @param value which one: a string, a whole number from byte to long, a UUID or an enum; a number
   *     is the same as its decimal digits
   * @return the namespace
   */
  public Namespace namespace(String field, Object value) {
    return async.namespace(field, value);
  }

  /**
   * A key that is named as its namespace is, with the generation in it:
   * {@code userId:12543|<generation>}. For any client: what is stored under it is not found any
   * more once the namespace has been invalidated.
   *
   * @param field the namespace's field, and the key's name
   * @param value the namespace's value
   * @return the key
   * @throws dev.corral.fault.UnavailableException if the generation can't be known
   */
  public Key key(String field, Object value) {
    return Answers.join(async.key(field, value));
  }

  /**
   * A key with the generation of its namespace in it: {@code basket:12543|<generation>}. As
   * {@link #key(String, Namespace, Namespace...)}.
   *
   * @param name the key's name
   * @param namespace what the key belongs to
   * @return the key
   * @throws dev.corral.fault.UnavailableException if the generation can't be known
   */
  public Key key(String name, Namespace namespace) {
    return Answers.join(async.key(name, namespace));
  }

  /**
   * A key with the generations of its namespaces in it:
   * {@code prodLastWatched:12543|<generation>:54929873|<generation>}. For any client: what is
   * stored under it is not found any more once one of the namespaces has been invalidated. The
   * fields are not part of it: a name is used with the same fields each time, in the same order.
   *
   * @param name the key's name
   * @param first what the key belongs to
   * @param more what else it belongs to
   * @return the key
   * @throws dev.corral.fault.UnavailableException if a generation can't be known
   */
  public Key key(String name, Namespace first, Namespace... more) {
    return Answers.join(async.key(name, first, more));
  }

  /**
   * Invalidates several namespaces as {@link Namespace#invalidate} does one, in no more round
   * trips: one for their generations, and two to read the evidence and change it.
   *
   * @param namespaces which
   * @throws dev.corral.fault.UnavailableException if a server did not confirm it, naming the
   *     namespaces; the others are invalidated
   */
  public void invalidateAll(Collection<Namespace> namespaces) {
    Answers.join(async.invalidateAll(namespaces));
  }

  /**
   * Gives all namespaces a new generation, one after the other over a period, so that what they
   * hold is loaded anew little by little. If such a flush is under way already, it goes on, and
   * another does not begin.
   *
   * @param period over how long; 0, for at once, to 7 days
   * @return the flush that runs now
   * @throws IllegalArgumentException if the period is out of range
   * @throws dev.corral.fault.ConfigurationException if the evidence is switched off
   * @throws dev.corral.fault.UnavailableException if it could not be begun
   */
  public Roll rollingFlush(Duration period) {
    return Answers.join(async.rollingFlush(period));
  }

  /**
   * What is known of all namespaces. Where there is no evidence yet, it is begun.
   *
   * @return a snapshot
   * @throws dev.corral.fault.UnavailableException if it can't be known
   */
  public Evidence evidence() {
    return Answers.join(async.evidence());
  }

  /**
   * What is known of all namespaces, if anything is: nothing is begun.
   *
   * @return a snapshot; empty if there is no evidence, because nobody has used a namespace yet, or
   *     because it was lost
   * @throws dev.corral.fault.UnavailableException if it can't be known
   */
  public Optional<Evidence> peekEvidence() {
    return Answers.join(async.peekEvidence());
  }

  /**
   * The same with futures.
   *
   * @return a view of these namespaces
   */
  public AsyncNamespaces async() {
    return async;
  }
}
