package dev.corral.keyspace;

import dev.corral.check.Argument;
import dev.corral.key.KeyPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a keyspace is called: a namespace if there is one, a name, and a version if there is one.
 * {@code Keyspace.of(Foo.class).namespace("company").version(5)} is {@code company:foo:v5}. Two
 * names are equal if they are written alike.
 *
 * <p>Immutable: each change yields a new name.
 */
public final class KeyspaceName {
  private static final String RESERVED = "corral-";

  private final @Nullable String namespace;
  private final String name;
  private final @Nullable String version;

  private KeyspaceName(@Nullable String namespace, String name, @Nullable String version) {
    this.namespace = namespace;
    this.name = name;
    this.version = version;
  }

  static KeyspaceName of(String name) {
    return new KeyspaceName(null, checked("name", name), null);
  }

  static KeyspaceName of(Class<?> model) {
    String name = Argument.required("model", model).getSimpleName();
    if (name.isEmpty()) {
      throw new IllegalArgumentException("model must have a name, but is " + model.getName());
    }
    return of(name.toLowerCase(Locale.ROOT));
  }

  /**
   * The name within a namespace, so that two applications, or two classes of the same simple name,
   * don't share one.
   *
   * @param namespace not empty, and does not begin with {@code corral-}; none by default
   * @return the name so changed
   */
  public KeyspaceName namespace(String namespace) {
    return new KeyspaceName(checked("namespace", namespace), name, version);
  }

  /**
   * The name in a version. Change it together with the form of the values: what was cached before
   * is then neither read nor overwritten, also while both versions run.
   *
   * @param version 0 or more; none by default
   * @return the name so changed
   */
  public KeyspaceName version(int version) {
    if (version < 0) {
      throw new IllegalArgumentException("version must not be negative, but is " + version);
    }
    return new KeyspaceName(namespace, name, "v" + version);
  }

  private static String checked(String what, String text) {
    if (Argument.notEmpty(what, text).startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          what + " must not begin with '" + RESERVED + "', which is Corral's own, but is " + text);
    }
    return text;
  }

  List<String> segments() {
    List<String> segments = new ArrayList<>();
    if (namespace != null) {
      segments.add(namespace);
    }
    segments.add(name);
    if (version != null) {
      segments.add(version);
    }
    return segments;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyspaceName that && segments().equals(that.segments());
  }

  @Override
  public int hashCode() {
    return segments().hashCode();
  }

  /** As {@code company:foo:v5}, with what would end a segment escaped. */
  @Override
  public String toString() {
    return KeyPrefix.of(segments().toArray()).toString();
  }
}
