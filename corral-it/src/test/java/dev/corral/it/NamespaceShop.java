package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.Corral;
import dev.corral.cache.AsyncCache;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.Namespaces;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A shop's process. Users have a basket and interests, and under users and products it is known
 * what they watched last; each is there twice, in a cache and under a key for a plain client.
 */
final class NamespaceShop implements Worker {
  static final int USERS = 30;
  static final int PRODUCTS = 12;

  /**
   * One of the things that the shop keeps.
   *
   * @param product none if it is negative
   * @param cached whether it is in the cache
   */
  record Thing(String name, int user, int product, boolean cached) {
    /** All that there is. */
    static List<Thing> all() {
      List<Thing> all = new ArrayList<>();
      for (boolean cached : new boolean[] {true, false}) {
        for (int user = 0; user < USERS; user++) {
          all.add(new Thing("basket", user, -1, cached));
          all.add(new Thing("interests", user, -1, cached));
          for (int product = 0; product < PRODUCTS; product++) {
            all.add(new Thing("prodLastWatched", user, product, cached));
          }
        }
      }
      return all;
    }

    boolean isIn(String field, int value) {
      return value == (field.equals("userId") ? user : product);
    }
  }

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(arguments.stream().map(Server::parse).toList()),
        options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    try (Corral corral = Corral.on(store)) {
      Shelves shelves = new Shelves(
          store,
          corral.namespaces(),
          corral
              .cache("shop", Keys.strings(), Codec.strings(), o -> o.ttl(CacheNode.MINUTE))
              .async());
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        obey(parent, shelves, next.get());
      }
    }
  }

  private static void obey(Parent parent, Shelves shelves, Message command) {
    switch (command.kind()) {
      case "visit" -> report(parent, "visit", thing -> shelves.visit(thing, command.text(0)));
      case "peek" -> report(parent, "peek", shelves::peek);
      case "invalidate" -> {
        shelves.namespaces.namespace(command.text(0), command.number(1)).invalidate();
        parent.report("invalidate");
      }
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  /** Reports all things, for all of which it asks at once. */
  private static void report(
      Parent parent, String kind, Function<Thing, CompletableFuture<String>> call) {
    List<CompletableFuture<String>> values = Thing.all().stream().map(call).toList();
    parent.report(kind, values.stream().map(CompletableFuture::join).toArray());
  }

  /** Where the things are. */
  private record Shelves(
      MemcachedStore store, Namespaces namespaces, AsyncCache<String, String> cache) {
    /** What a thing is, once it has been made where it was missing. */
    CompletableFuture<String> visit(Thing thing, String value) {
      if (thing.cached) {
        return in(thing).get(thing.name, key -> value).thenApply(String::valueOf);
      }
      return key(thing)
          .thenCompose(key -> store.get(key).thenCompose(found -> {
            if (found instanceof Item item) {
              return CompletableFuture.completedFuture(new String(item.value(), US_ASCII));
            }
            return store.set(key, value.getBytes(US_ASCII), Ttl.NEVER).thenApply(done -> value);
          }));
    }

    CompletableFuture<String> peek(Thing thing) {
      if (thing.cached) {
        return in(thing).peek(thing.name).thenApply(found -> found.orElse("none"));
      }
      return key(thing)
          .thenCompose(store::get)
          .thenApply(
              found -> found instanceof Item item ? new String(item.value(), US_ASCII) : "none");
    }

    private Namespace user(Thing thing) {
      return namespaces.namespace("userId", thing.user);
    }

    private Namespace product(Thing thing) {
      return namespaces.namespace("prodID", thing.product);
    }

    private AsyncCache<String, String> in(Thing thing) {
      return thing.product < 0 ? cache.in(user(thing)) : cache.in(user(thing), product(thing));
    }

    private CompletableFuture<Key> key(Thing thing) {
      return thing.product < 0
          ? namespaces.async().key(thing.name, user(thing))
          : namespaces.async().key(thing.name, user(thing), product(thing));
    }
  }
}
