package dev.corral.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.Corral;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.limit.Decision.Denied;
import dev.corral.limit.Decision.Unavailable;
import dev.corral.site.Site;
import dev.corral.store.FourOperations;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Miss;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all limiters have in common. */
class LimiterTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LimiterRig rig = new LimiterRig();

  /** A way to limit five requests, and the kind of operation that it begins with. */
  record Way(String first, UnaryOperator<LimiterOptions> options) {}

  static Stream<Way> ways() {
    return Stream.of(
        new Way("add", o -> o.fixedWindow(5, MINUTE)),
        new Way("add", o -> o.slidingWindow(5, MINUTE)),
        new Way("get", o -> o.tokenBucket(5, MINUTE, 5)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void faultsThatPassAreDecidedAsTheOptionsSay(Way way) {
    List<UnavailableException> faults = List.of(
        new UnavailableException("down"),
        new OverloadedException("busy"),
        new DeadlineExceededException("late"));
    Map<UnaryOperator<LimiterOptions>, Boolean> choices = Map.of(
        o -> o,
        true,
        LimiterOptions::failOpen,
        true,
        LimiterOptions::failClosed,
        false,
        o -> o.failClosed().failOpen(),
        true);
    choices.forEach((choice, isAllowed) -> {
      Limiter<String> limiter = rig.limiter(o -> choice.apply(way.options().apply(o)));
      for (UnavailableException fault : faults) {
        rig.store.fail(way.first(), fault);
        Decision decision = limiter.tryAcquire("ada");
        assertThat(decision).isEqualTo(new Unavailable(isAllowed, fault));
        assertThat(decision.isAllowed()).isEqualTo(isAllowed);
        assertThat(decision.remaining()).isZero();
        assertThat(decision.retryAfter()).isZero();
        rig.store.fail(way.first(), fault);
        assertThat(limiter.async().tryAcquire("ada")).isCompletedWithValue(decision);
      }
    });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aStoreThatThrowsIsLikeOneThatFails(Way way) {
    Limiter<String> limiter = rig.limiter(o -> way.options().apply(o).failOpen());
    UnavailableException fault = new UnavailableException("down");
    for (int i = 0; i < 2; i++) {
      rig.store.before(way.first(), () -> {
        throw fault;
      });
    }
    assertThat(limiter.tryAcquire("ada")).isEqualTo(new Unavailable(true, fault));
    assertThat(limiter.async().tryAcquire("ada"))
        .isCompletedWithValue(new Unavailable(true, fault));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void faultsThatDoNotPassAreThrown(Way way) {
    Limiter<String> limiter = rig.limiter(o -> way.options().apply(o).failOpen());
    for (RuntimeException fault : List.of(
        new RejectedException("no"),
        new ConfigurationException("wrong"),
        new IllegalStateException("a store of no use"))) {
      rig.store.fail(way.first(), fault);
      assertThatThrownBy(() -> limiter.tryAcquire("ada")).isSameAs(fault);
      rig.store.fail(way.first(), fault);
      CompletableFuture<Decision> answer = limiter.async().tryAcquire("ada");
      Answers.when(answer, (decision, thrown) -> assertThat(thrown).isSameAs(fault));
      assertThat(answer).isCompletedExceptionally();
    }
    assertThat(limiter.tryAcquire("ada").isAllowed()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void blockingAndFuturesTakeFromTheSame(Way way) {
    Limiter<String> limiter = rig.limiter(way.options());
    assertThat(limiter.tryAcquire("ada", 2).remaining()).isEqualTo(3);
    assertThat(limiter.async().tryAcquire("ada", 2).join().remaining()).isEqualTo(1);
    Decision last = limiter.async().tryAcquire("ada").join();
    assertThat(last.isAllowed()).isTrue();
    assertThat(last.retryAfter()).isZero();
    assertThat(limiter.tryAcquire("ada")).isInstanceOf(Denied.class);
    assertThat(limiter.async().tryAcquire("ada").join().isAllowed()).isFalse();
    assertThat(limiter).hasToString("limiter login");
    assertThat(limiter.async()).hasToString("limiter login");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void badInputIsRefusedBeforeAnythingIsAsked(Way way) {
    Limiter<String> limiter = rig.limiter(way.options());
    for (long permits : new long[] {Long.MIN_VALUE, -1, 0, 6, Long.MAX_VALUE}) {
      assertRefused(
          "permits must be 1 to 5, but are " + permits, () -> limiter.tryAcquire("ada", permits));
      assertRefused("permits", () -> {
        CompletableFuture<Decision> unused = limiter.async().tryAcquire("ada", permits);
      });
    }
    assertRefused("key", () -> limiter.tryAcquire(nothing()));
    assertRefused("key", () -> {
      CompletableFuture<Decision> unused = limiter.async().tryAcquire(nothing());
    });
    assertThat(rig.store.asked()).isEmpty();
  }

  @Test
  void whatALimiterIsMadeOfMustBeGiven() {
    Site site = Site.on(rig.store);
    UnaryOperator<LimiterOptions> good = o -> o.fixedWindow(5, MINUTE);
    assertRefused("site", () -> Limiter.on(nothing(), "login", Keys.strings(), good));
    assertRefused("name", () -> Limiter.on(site, nothing(), Keys.strings(), good));
    assertRefused("name must not be empty", () -> Limiter.on(site, "", Keys.strings(), good));
    assertRefused("keys", () -> Limiter.on(site, "login", nothing(), good));
    assertRefused("options", () -> Limiter.on(site, "login", Keys.strings(), nothing()));
    assertRefused(
        "what options returned", () -> Limiter.on(site, "login", Keys.strings(), o -> nothing()));
    assertRefused("window", () -> rig.limiter(o -> o.fixedWindow(5, nothing())));
    assertRefused("window", () -> rig.limiter(o -> o.slidingWindow(5, nothing())));
    assertRefused("per", () -> rig.limiter(o -> o.tokenBucket(5, nothing(), 5)));
    assertRefused("retryAfter", () -> new Denied(0, nothing()));
    assertRefused("fault", () -> new Unavailable(true, nothing()));
  }

  private static void assertRefused(String argument, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(argument);
  }

  /** What a caller gives that does not know of null-marked packages. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // that is the point
  private static <T> T nothing() {
    return null;
  }

  @Test
  void allThatIsWrongIsNamedAtOnce() {
    Site site = Site.on(new FourOperations(rig.memory));
    assertThatThrownBy(() -> Limiter.on(
            site,
            "login",
            Keys.strings(),
            o -> o.fixedWindow(0, Duration.ZERO)
                .slidingWindow(1_000_000_001, Duration.ofDays(29))
                .tokenBucket(-1, Duration.ofMillis(999), 0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("limiter login: permits need a store that counts, and FourOperations is a"
            + " basic store, which does not; one of fixedWindow, slidingWindow and tokenBucket must"
            + " be chosen, but 3 are;"
            + " limit must be 1 to 1000000000, but is 0; window must be 1 s to 28 days, but is 0s;"
            + " limit must be 1 to 1000000000, but is 1000000001;"
            + " window must be 1 s to 28 days, but is 696h;"
            + " permits must be 1 to 1000000000, but is -1;"
            + " per must be 1 s to 28 days, but is 0.999s;"
            + " burst must be 1 to 1000000000, but is 0");
  }

  @Test
  void aWayToLimitMustBeChosen() {
    assertThatThrownBy(() -> rig.limiter(LimiterOptions::failClosed))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("must be chosen, but none is");
  }

  @Test
  void aBucketMustBeNeitherTooQuickNorTooSlow() {
    assertThatThrownBy(() -> rig.limiter(o -> o.tokenBucket(1_001_002, Duration.ofSeconds(1), 1)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a permit per microsecond at most");
    assertThatThrownBy(() -> rig.limiter(o -> o.tokenBucket(1, Duration.ofDays(28), 2)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "burst must come back within 28 days, but 2 permits take longer at 1 per 672h");
  }

  @Test
  void theLimitsThemselvesAreGood() {
    for (Duration time : List.of(Duration.ofSeconds(1), Duration.ofDays(28))) {
      for (long limit : new long[] {1, 1_000_000_000}) {
        rig.limiter(o -> o.fixedWindow(limit, time));
        rig.limiter(o -> o.slidingWindow(limit, time));
      }
    }
  }

  @Test
  void aLimiterThatChangesItsWayBeginsAnew() {
    for (Way way : ways().toList()) {
      assertThat(rig.limiter(way.options()).tryAcquire("ada").remaining()).isEqualTo(4);
    }
  }

  @Test
  void limitersOfACorralAreInItsStoreUnderItsPrefix() {
    MemoryStore values = MemoryStore.create();
    MemoryStore keys = MemoryStore.create();
    Key item = Key.of("shop", "corral-limit", "login", "fixed", "ada");
    try (Corral corral = Corral.on(values, site -> site.prefix("shop").keyStore(keys))) {
      Limiter<String> limiter =
          corral.limiter("login", Keys.strings(), o -> o.fixedWindow(5, MINUTE));
      assertThat(limiter.tryAcquire("ada").isAllowed()).isTrue();
      assertThat(values.get(item).join()).isInstanceOf(Item.class);
      assertThat(keys.get(item).join()).isEqualTo(Miss.MISS);
    }
  }
}
