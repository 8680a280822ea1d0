package dev.corral.memcached.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.UnavailableException;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

class FollowedServersTest {
  private static final ServerList A = ServerList.parseAddresses("a:1");
  private static final ServerList B = ServerList.parseAddresses("b:1");
  private static final ServerList C = ServerList.parseAddresses("c:1");
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final ScriptedFinder finder = new ScriptedFinder();
  private final ScriptedPoller poller = new ScriptedPoller();
  private final Membership membership = new Membership(A, Dialect.LIBKETAMA);
  private final Warnings warnings = new Warnings();
  private final FollowedServers followed = FollowedServers.follow(
      "the servers of a test", finder, membership, INTERVAL, poller, warnings);

  @AfterEach
  void close() {
    followed.close();
  }

  /** Looks once, when it is time, and finds something. Tells after how long it was. */
  private Duration look(ServerList found) {
    return look(() -> found);
  }

  private Duration look(Supplier<ServerList> found) {
    finder.next.add(found);
    return poller.runNext();
  }

  private static ServerList fail() {
    return failWith("nobody answers");
  }

  private static ServerList failWith(String message) {
    throw new UnavailableException(message);
  }

  private ServerList servers() {
    return membership.ring().servers();
  }

  @Test
  void whatIsFoundAsItIsIsLookedAtAgainAfterTheInterval() {
    assertThat(look(A)).isEqualTo(INTERVAL);
    assertThat(look(A)).isEqualTo(INTERVAL);
    assertThat(servers()).isEqualTo(A);
  }

  @Test
  void whatIsNewIsLookedAtTwiceASecondApart() {
    assertThat(look(B)).isEqualTo(INTERVAL);
    assertThat(servers()).isEqualTo(A);

    assertThat(look(B)).isEqualTo(Duration.ofSeconds(1));
    assertThat(servers()).isEqualTo(B);

    assertThat(look(B)).isEqualTo(INTERVAL);
  }

  @Test
  void whatIsLookedAtMoreOftenIsNotLookedAtLess() {
    ScriptedPoller quick = new ScriptedPoller();
    FollowedServers other = FollowedServers.follow(
        "the servers of a test", finder, membership, Duration.ofMillis(100), quick, warnings);

    finder.next.add(() -> B);
    assertThat(quick.runNext()).isEqualTo(Duration.ofMillis(100));
    finder.next.add(() -> B);
    assertThat(quick.runNext()).isEqualTo(Duration.ofMillis(100));
    other.close();
  }

  @Test
  void whatIsToldOnceIsNotFollowed() {
    look(B);
    look(A);
    look(B);
    look(C);
    look(A);

    assertThat(servers()).isEqualTo(A);
  }

  @Test
  void twoUnequalLooksAreFollowedByAThird() {
    look(B);
    look(C);
    assertThat(servers()).isEqualTo(A);

    assertThat(look(C)).isEqualTo(Duration.ofSeconds(1));

    assertThat(servers()).isEqualTo(C);
  }

  @Test
  void aLookThatFailsChangesNothingAndIsNoAnswerBetweenTwoOthers() {
    look(B);
    assertThat(look(FollowedServersTest::fail)).isEqualTo(Duration.ofSeconds(1));
    assertThat(servers()).isEqualTo(A);

    assertThat(look(B)).isEqualTo(INTERVAL);

    assertThat(servers()).isEqualTo(B);
  }

  @Test
  void anErrorDoesNotEndTheFollowing() {
    look(() -> {
      throw new StackOverflowError();
    });
    look(() -> {
      throw new IllegalStateException("odd");
    });
    look(B);
    look(B);

    assertThat(servers()).isEqualTo(B);
  }

  @Test
  void aListThatTheRingCannotTakeDoesNotEndTheFollowing() {
    ServerList unnamed = ServerList.parseAddresses("unix:/a");
    ServerList before = ServerList.parseAddresses("10.0.0.1:1");
    ServerList after = ServerList.parseAddresses("10.0.0.2:1");
    Membership strict = new Membership(before, Dialect.SPYMEMCACHED);
    ScriptedPoller other = new ScriptedPoller();
    FollowedServers strictly =
        FollowedServers.follow("the servers of a test", finder, strict, INTERVAL, other, warnings);

    for (ServerList found : List.of(unnamed, unnamed, unnamed, unnamed, after, after)) {
      finder.next.add(() -> found);
      other.runNext();
    }

    assertThat(strict.ring().servers()).isEqualTo(after);
    assertThat(warnings.told).as("once, however often it is found").hasSize(1);
    strictly.close();
  }

  @Test
  void aProblemIsToldOnceForAsLongAsItIsTheSame() {
    look(() -> failWith("a:1 has been down for 17 ms: refused"));
    look(() -> failWith("a:1 has been down for 30017 ms: refused"));
    look(() -> failWith("a:1 has been down for 60017 ms: reset"));
    assertThat(warnings.told).hasSize(2);

    look(A);
    look(() -> failWith("a:1 has been down for 90017 ms: reset"));

    assertThat(warnings.told)
        .hasSize(3)
        .last()
        .isEqualTo("the servers stay as they are, since the servers of a test are not known:"
            + " a:1 has been down for 90017 ms: reset");
  }

  @Test
  void whatOthersChangeIsPutRight() {
    look(A);
    membership.add(Server.parse("d:1"));

    assertThat(look(A)).isEqualTo(INTERVAL);

    assertThat(servers()).isEqualTo(A);
  }

  @Test
  void whatOthersChangeToWhatIsFoundIsLeftAlone() {
    look(B);
    membership.replace(B);

    assertThat(look(B)).isEqualTo(Duration.ofSeconds(1));
    assertThat(look(B)).isEqualTo(INTERVAL);
    assertThat(servers()).isEqualTo(B);
  }

  @Test
  void closingEndsItAndItsFinder() {
    followed.close();

    assertThat(finder.isClosed).isTrue();
    assertThat(poller.isShutdown()).isTrue();
  }

  @Test
  void aLookThatIsUnderWayWhenItIsClosedFollowsNothing() {
    look(B);

    look(() -> {
      followed.close();
      return B;
    });

    assertThat(servers()).isEqualTo(A);
    assertThat(poller.delays).as("those that wait").isEmpty();
  }

  @Test
  void aLookThatFailsSinceItIsClosedSaysNothing() {
    look(() -> {
      followed.close();
      return fail();
    });

    assertThat(servers()).isEqualTo(A);
    assertThat(warnings.told).isEmpty();
  }

  @Test
  void itLooksOnAThreadOfItsOwnThatEndsWithIt() throws Exception {
    CompletableFuture<Thread> looking = new CompletableFuture<>();
    Finder noting = () -> {
      looking.complete(Thread.currentThread());
      return A;
    };
    FollowedServers own =
        FollowedServers.follow("the servers of a test", noting, membership, Duration.ofMillis(1));

    Thread thread = looking.get(10, TimeUnit.SECONDS);
    own.close();
    thread.join(10_000);

    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.isAlive()).isFalse();
  }

  private static final class ScriptedFinder implements Finder {
    final Queue<Supplier<ServerList>> next = new ArrayDeque<>();
    boolean isClosed;

    @Override
    public ServerList find() {
      return next.remove().get();
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /** Keeps what is warned of. */
  private static final class Warnings extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    final transient List<String> told = new ArrayList<>();

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      told.add(MessageFormatter.basicArrayFormat(pattern, arguments));
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return false;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }

  /** Runs tasks when the test says so, and remembers how long they were to wait. */
  private static final class ScriptedPoller extends ScheduledThreadPoolExecutor {
    final List<Duration> delays = new ArrayList<>();
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    ScriptedPoller() {
      super(0);
    }

    @Override
    @SuppressWarnings("NullAway") // what is scheduled is not asked for its outcome
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      if (isShutdown()) {
        throw new RejectedExecutionException("closed");
      }
      tasks.add(task);
      delays.add(Duration.of(delay, unit.toChronoUnit()));
      return null;
    }

    Duration runNext() {
      Duration waited = delays.remove(0);
      tasks.remove().run();
      return waited;
    }
  }
}
