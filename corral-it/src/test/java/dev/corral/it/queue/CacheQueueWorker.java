package dev.corral.it.queue;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.gearman.GearmanQueue;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.queue.RefreshQueue;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A web server or a worker: a process with a cache whose loads go to gearmand. */
final class CacheQueueWorker implements Worker {
  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))), options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    ServerList jobs = ServerList.of(Server.parse(arguments.get(1)));
    try (Corral corral = Corral.on(store);
        RefreshQueue queue = GearmanQueue.open(jobs, options -> options)) {
      Cache<String, String> cache = corral.cache(
          "report",
          Keys.strings(),
          Codec.strings(),
          o -> o.ttl(Duration.ofMinutes(5))
              .computeTime(Nodes.PATIENCE)
              .loadBy(queue, Codec.strings()));
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        obey(parent, cache, next.get());
      }
    }
  }

  private static void obey(Parent parent, Cache<String, String> cache, Message command)
      throws Exception {
    switch (command.kind()) {
      case "serve" -> {
        RefreshQueue.Service unused = cache.serve(4, key -> load(parent, key, command.number(0)));
        parent.report("serve");
      }
      case "get" -> get(parent, cache, command.text(0), command.number(1));
      case "refresh" -> {
        for (long i = 0; i < command.number(1); i++) {
          cache.enqueueRefresh(command.text(0));
        }
        parent.report("refresh", command.number(1));
      }
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  private static String load(Parent parent, String key, long millis) {
    parent.report("load", key);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    return key + " by " + parent.number() + " at " + System.nanoTime();
  }

  /** So many callers at once; tells how often they loaded themselves, and what they were given. */
  private static void get(Parent parent, Cache<String, String> cache, String key, long callers)
      throws Exception {
    parent.awaitGo();
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (long i = 0; i < callers; i++) {
      all.add(cache.async().get(key, own -> {
        parent.report("own", own);
        return "made here";
      }));
    }
    List<String> values = new ArrayList<>();
    for (CompletableFuture<String> one : all) {
      values.add(one.get(Nodes.PATIENCE.toSeconds() * 2, TimeUnit.SECONDS));
    }
    parent.report(
        "get", values.size(), String.join("|", values.stream().distinct().toList()));
  }
}
