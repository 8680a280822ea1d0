package dev.corral.gearman;

import static dev.corral.check.Argument.required;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.queue.Job;
import dev.corral.queue.RefreshQueue;
import dev.corral.queue.Work;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A queue on Gearman job servers: jobs of many processes, of which equal ones collapse in the
 * server, done by whichever process serves their function.
 *
 * <p>A job goes to one of the servers, chosen by its id; if that one is down, to the next. So equal
 * jobs collapse among processes that name the same servers, and while these are up or down for all
 * alike. What waits for a server that dies is handed in again, there when it is back or at the
 * next: then a job may be done more than once. A job that was {@linkplain #submit submitted} and
 * taken over is the server's: it is lost if that one dies before it is done, unless it was told to
 * keep its jobs elsewhere; and the server gives up a job that has not begun when the processes of
 * all who {@linkplain #call called} for it are gone, even if it was submitted too.
 *
 * <p>Safe for use by many threads. It has one thread for all its connections, which are one to each
 * server, and one more for each function that it serves. Futures are completed on
 * {@link GearmanOptions#executor}, and jobs are done on {@link GearmanOptions#workers}.
 */
public final class GearmanQueue implements RefreshQueue {
  private static final String BEGINNING = "gearman://";

  private final Loop loop = new Loop();
  private final ServerList servers;
  private final GearmanOptions options;
  private final Calls calls;
  private final List<Serving> servings = new ArrayList<>();
  private final Optional<ExecutorService> ownWorkers;
  private volatile boolean closed;

  private GearmanQueue(ServerList servers, GearmanOptions options) {
    this.servers = servers;
    this.options = options;
    this.calls = new Calls(loop, servers, options);
    this.ownWorkers = options.workers().isPresent() ? Optional.empty() : Optional.of(newWorkers());
  }

  private static ExecutorService newWorkers() {
    return Executors.newCachedThreadPool(task -> {
      Thread thread = new Thread(task, "corral-gearman-worker");
      thread.setDaemon(true);
      return thread;
    });
  }

  /**
   * Opens a queue. It connects by itself, and again whenever a connection is lost; servers need not
   * be there yet.
   *
   * @param uri {@code gearman://host:port,host:port}
   * @param options changes the default options
   * @return the queue
   * @throws ConfigurationException if the URI or an option is wrong, naming all that is
   */
  public static GearmanQueue open(String uri, UnaryOperator<GearmanOptions> options) {
    if (!required("uri", uri).startsWith(BEGINNING)) {
      throw new ConfigurationException(
          uri + ": expected a URI that begins with " + BEGINNING + ", as gearman://host:4730");
    }
    String addresses = uri.substring(BEGINNING.length());
    for (String address : addresses.split(",", -1)) {
      if (!address.matches(".*:[0-9]+(=.*)?")) {
        throw new ConfigurationException(
            uri + ": expected addresses with a port, as gearman://host:4730,host:4730");
      }
    }
    return open(ServerList.parseAddresses(addresses), options);
  }

  /**
   * Opens a queue. It connects by itself, and again whenever a connection is lost; servers need not
   * be there yet.
   *
   * @param servers the job servers, the same for all processes; a larger weight gets more jobs
   * @param options changes the default options
   * @return the queue
   * @throws ConfigurationException if a server or an option is wrong, naming all that is
   */
  public static GearmanQueue open(ServerList servers, UnaryOperator<GearmanOptions> options) {
    for (Server server : required("servers", servers).servers()) {
      if (server.isUnixSocket()) {
        throw new ConfigurationException(
            server.address() + ": a Gearman server has a host and a port");
      }
    }
    GearmanOptions chosen = Argument.changed("options", options, GearmanOptions.defaults());
    GearmanQueue queue = new GearmanQueue(servers, chosen.validated());
    queue.loop.start();
    queue.loop.post(queue.calls::open);
    return queue;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the payload is larger than
   *     {@link GearmanOptions#maxJobBytes}
   */
  @Override
  public CompletableFuture<@Nullable Void> submit(Job job) {
    checkSize(job);
    CompletableFuture<@Nullable Void> taken = new CompletableFuture<>();
    loop.post(() -> calls.add(job, true, new Call.Answer() {
      @Override
      public void done(byte[] result) {
        taken.complete(null);
      }

      @Override
      public void failed(RuntimeException fault) {
        taken.completeExceptionally(fault);
      }
    }));
    return taken;
  }

  /**
   * {@inheritDoc} It waits for {@link GearmanOptions#deadline} at most.
   *
   * @throws IllegalArgumentException if the payload is larger than
   *     {@link GearmanOptions#maxJobBytes}
   */
  @Override
  public CompletableFuture<byte[]> call(Job job) {
    checkSize(job);
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    loop.post(() -> calls.add(job, false, new Call.Answer() {
      @Override
      public void done(byte[] bytes) {
        result.complete(bytes.clone());
      }

      @Override
      public void failed(RuntimeException fault) {
        result.completeExceptionally(fault);
      }
    }));
    return result;
  }

  private void checkSize(Job job) {
    int size = required("job", job).payload().length;
    if (size > options.maxJobBytes()) {
      throw new IllegalArgumentException("job " + job + " must have a payload of at most "
          + options.maxJobBytes() + " bytes, but it has " + size);
    }
  }

  @Override
  public Service serve(String function, int atOnce, Work work) {
    String checked = Job.requireFunction(function);
    if (atOnce < 1) {
      throw new IllegalArgumentException("atOnce must be at least 1, but is " + atOnce);
    }
    if (closed) {
      throw new UnavailableException("the queue is closed");
    }
    Executor workers = options.workers().orElseGet(ownWorkers::orElseThrow);
    Serving serving =
        new Serving(loop, servers, options, workers, checked, atOnce, required("work", work));
    loop.post(() -> {
      if (!closed) {
        servings.removeIf(Serving::isOver);
        servings.add(serving);
        serving.open();
      }
    });
    return () -> loop.post(serving::close);
  }

  /**
   * {@inheritDoc} Jobs that run here are ended, but nobody is told of their results: their servers
   * have them done by others.
   */
  @Override
  public void close() {
    closed = true;
    loop.post(() -> {
      servings.forEach(Serving::abandon);
      servings.clear();
      calls.close();
      loop.end();
      // Not before: a job that the workers refused would fail, where others could do it.
      ownWorkers.ifPresent(ExecutorService::shutdown);
    });
  }
}
