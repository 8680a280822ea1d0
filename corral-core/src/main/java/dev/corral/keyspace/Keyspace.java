package dev.corral.keyspace;

import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.check.Argument;
import dev.corral.codec.Codec;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.site.Site;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A place for cached values that belong to a model class. It knows all keys in it, and one
 * {@linkplain LastModified last modified time} that it shares with its parent and all its children:
 * {@code foos.child("activeids")} and {@code foos.child("inactiveids")} expire together.
 *
 * <p>Which names and segments it consists of decides which keys it has, and nothing else; so no
 * keyspace may be called as another is with its children's segments. {@code of("foo").child("bar")}
 * and {@code of("bar").namespace("foo")} share keys.
 *
 * <p>Immutable, but for the last modified time that this process remembers. Safe for use by many
 * threads.
 */
public final class Keyspace {
  private final Site site;
  private final KeyPrefix path;
  private final KeyPrefix prefix;
  private final LastModified lastModified;

  /**
   * A keyspace.
   *
   * @param path its names and segments
   * @param prefix the same behind the site's prefix
   */
  private Keyspace(Site site, KeyPrefix path, KeyPrefix prefix, LastModified lastModified) {
    this.site = site;
    this.path = path;
    this.prefix = prefix;
    this.lastModified = lastModified;
  }

  /**
   * The name of a model class's keyspace.
   *
   * @param model a class with a name; its simple name in lower case becomes the keyspace's
   * @return the name, without a namespace or version
   */
  public static KeyspaceName of(Class<?> model) {
    return KeyspaceName.of(model);
  }

  /**
   * A name of one's own choice.
   *
   * @param name not empty, and does not begin with {@code corral-}
   * @return the name, without a namespace or version
   */
  public static KeyspaceName of(String name) {
    return KeyspaceName.of(name);
  }

  /**
   * A keyspace on a site, for those who put one together by hand. With a corral, it is
   * {@code corral.keyspace(name)}. Make it once: what this process remembers of the last modified
   * time is the keyspace's own.
   *
   * @param site the stores and the time
   * @param name what it is called
   * @return the keyspace
   */
  public static Keyspace on(Site site, KeyspaceName name) {
    Argument.required("site", site);
    Object[] segments = Argument.required("name", name).segments().toArray();
    KeyPrefix path = KeyPrefix.of(segments);
    KeyPrefix prefix = site.prefix().with(segments);
    return new Keyspace(
        site,
        path,
        prefix,
        new LastModified(site, scopeName(path), prefix.key(LastModified.SEGMENT)));
  }

  private static String scopeName(KeyPrefix path) {
    return path.with(LastModified.SEGMENT).toString();
  }

  /**
   * A keyspace within this one, for one collection of the class, say. Each segment is a string, a
   * whole number, an instant, an enum constant or a UUID, which people can read in the key; or a
   * list, array, set, map, record, optional, boolean, number, {@code byte[]} or a value of
   * {@code java.time}, of which the key has a hash of 128 bits. Lists are told apart by their
   * order, sets and maps are not.
   *
   * <p>Segments that read alike are the same: the number 5 and the string "5", a constant and its
   * name.
   *
   * @param segment what it is called
   * @param more further segments, each a level deeper
   * @return the keyspace, whose last modified time is this one's
   * @throws IllegalArgumentException if a segment is null, or its type has no stable form
   */
  public Keyspace child(Object segment, Object... more) {
    Object[] segments = Stream.concat(
            Stream.of(segment), Arrays.stream(Argument.required("more", more)))
        .map(Segment::text)
        .toArray();
    return new Keyspace(site, path.with(segments), prefix.with(segments), lastModified);
  }

  /**
   * The last modified time of the class, by which all that is cached under it expires.
   *
   * @return the same for all children
   */
  public LastModified lastModified() {
    return lastModified;
  }

  /**
   * A cache in this keyspace's scope: an expiry of the {@link #lastModified} invalidates all of it,
   * together with all else that is cached for the class. The cache's keys are those of
   * {@code corral.cache}, with this keyspace's names and segments in them: caches of the same name
   * in two children are two.
   *
   * @param name the cache's name, which is part of all of its keys
   * @param keys says which segments a key consists of
   * @param codec writes values and reads them
   * @param options changes the options; a ttl, or that there is none, must be given
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return the cache; make it once, for statistics and near copies are its own
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     does not
   */
  public <K, V> Cache<K, V> cache(
      String name,
      KeyEncoder<? super K> keys,
      Codec<V> codec,
      UnaryOperator<CacheOptions<K, V>> options) {
    return Cache.on(site, name, keys, codec, options).in(lastModified.called(scopeName(path)));
  }

  boolean isOn(Site other) {
    return site == other;
  }

  KeyPrefix prefix() {
    return prefix;
  }

  /** As {@code company:foo:v5:activeids}, with the site's prefix: what its keys begin with. */
  @Override
  public String toString() {
    return prefix.toString();
  }
}
