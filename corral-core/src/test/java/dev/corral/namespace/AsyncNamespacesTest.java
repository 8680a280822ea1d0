package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.namespace.NamespaceRig.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AsyncNamespacesTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Member member = rig.process();
  private final Namespaces namespaces = member.namespaces();
  private final AsyncNamespaces async = namespaces.async();
  private final Namespace user = namespaces.namespace("userId", 12543);

  @Test
  void eachMethodHasATwinWithAFutureOfWhatItReturns() {
    Map<String, String> expected = signatures(Namespaces.class);
    assertThat(expected.remove("async[]")).isEqualTo(AsyncNamespaces.class.getName());
    assertThat(expected.keySet().removeIf(method -> method.startsWith("namespace[")))
        .isTrue();
    expected.replaceAll((method, type) -> CompletableFuture.class.getName() + "<"
        + (type.equals("void") ? "java.lang.Void" : type) + ">");
    assertThat(signatures(AsyncNamespaces.class)).isEqualTo(expected).hasSize(7);
  }

  private static Map<String, String> signatures(Class<?> type) {
    Map<String, String> signatures = new TreeMap<>();
    for (Method method : type.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      if (Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers)) {
        String parameters = Arrays.toString(Arrays.stream(method.getGenericParameterTypes())
            .map(Type::getTypeName)
            .toArray());
        signatures.put(
            method.getName() + parameters, method.getGenericReturnType().getTypeName());
      }
    }
    return signatures;
  }

  @Test
  void theTwinsDoTheSame() {
    assertThat(async.key("userId", 12543)).isCompletedWithValue(namespaces.key("userId", 12543));
    assertThat(async.key("basket", user)).isCompletedWithValue(namespaces.key("basket", user));
    assertThat(async.key("basket", user, user))
        .isCompletedWithValue(namespaces.key("basket", user, user));
    assertThat(async.evidence()).isCompletedWithValue(namespaces.evidence());
    Generation before = user.generation();
    assertThat(async.invalidateAll(List.of(user))).isCompleted();
    assertThat(user.generation()).isGreaterThan(before);
    assertThat(async.rollingFlush(Duration.ofSeconds(9)))
        .isCompletedWithValue(namespaces.rollingFlush(Duration.ofSeconds(9)));
  }

  @Test
  void theCallerIsNotKeptWaiting() {
    member.wire.hold();
    CompletableFuture<?> invalidation = async.invalidateAll(List.of(user));
    CompletableFuture<?> key = async.key("userId", 12543);
    assertThat(invalidation).isNotDone();
    assertThat(key).isNotDone();
    while (!invalidation.isDone()) {
      member.wire.release();
    }
    member.wire.letGo();
    assertThat(key).isCompleted();
  }

  private static Arguments bad(String named, String call, BiConsumer<Namespaces, Namespace> on) {
    return Arguments.of(named, call, on);
  }

  @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"}) // what callers give that know no null
  static Stream<Arguments> badInput() {
    Namespace[] none = null;
    Collection<Namespace> all = null;
    String text = null;
    Namespace null1 = null;
    return Stream.of(
        bad("field", "key", (n, user) -> n.key(text, 1)),
        bad("field", "async key", (n, user) -> n.async().key(text, 1)),
        bad("value", "key", (n, user) -> n.key("userId", (Object) null)),
        bad("value", "async key", (n, user) -> n.async().key("userId", (Object) null)),
        bad("name", "key of one", (n, user) -> n.key(text, user)),
        bad("name", "async key of one", (n, user) -> n.async().key(text, user)),
        bad("namespace", "key of one", (n, user) -> n.key("basket", null1)),
        bad("namespace", "async key of one", (n, user) -> n.async().key("basket", null1)),
        bad("name", "key of several", (n, user) -> n.key(text, user, user)),
        bad("name", "async key of several", (n, user) -> n.async().key(text, user, user)),
        bad("first", "key of several", (n, user) -> n.key("basket", null1, user)),
        bad("first", "async key of several", (n, user) -> n.async().key("basket", null1, user)),
        bad("more", "key of several", (n, user) -> n.key("basket", user, none)),
        bad("more", "async key of several", (n, user) -> n.async().key("basket", user, none)),
        bad("namespaces", "invalidateAll", (n, user) -> n.invalidateAll(all)),
        bad("namespaces", "async invalidateAll", (n, user) -> n.async().invalidateAll(all)),
        bad("period", "rollingFlush", (n, user) -> n.rollingFlush(null)),
        bad("period", "async rollingFlush", (n, user) -> n.async().rollingFlush(null)));
  }

  @ParameterizedTest(name = "{1}: {0}")
  @MethodSource("badInput")
  void badInputIsRefusedByNameBeforeAnythingIsSent(
      String named, String call, BiConsumer<Namespaces, Namespace> on) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> on.accept(namespaces, user))
        .withMessage(named + " must not be null");
    assertThat(member.wire.sent()).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void aNullAmongSeveralNamespacesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.invalidateAll(Arrays.asList(user, null)))
        .withMessage("namespaces must not contain null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.key("basket", user, user, null))
        .withMessage("more must not contain null");
    assertThat(member.wire.sent()).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void whatNamespacesAreMadeFromMustBeGiven() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Namespaces.on(null, options -> options))
        .withMessage("site must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Namespaces.on(member.site, null))
        .withMessage("options must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Namespaces.on(member.site, options -> null))
        .withMessage("what options returned must not be null");
  }

  @Test
  void aPeriodOutOfRangeIsRefused() {
    for (Duration period : List.of(Duration.ofNanos(-1), Duration.ofDays(7).plusNanos(1))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> namespaces.rollingFlush(period))
          .withMessage("period must be 0 to 7 days, but is " + period);
    }
    assertThat(namespaces.rollingFlush(Duration.ofDays(7)).period()).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void whileAServerIsDownEachCallSaysSo() {
    member.wire.down("a");
    Stream<Runnable> calls = Stream.of(
        user::invalidate,
        user::generation,
        namespaces::evidence,
        () -> namespaces.key("userId", 1),
        () -> namespaces.key("basket", user),
        () -> namespaces.invalidateAll(List.of(user)),
        () -> namespaces.rollingFlush(Duration.ZERO));
    assertThat(calls)
        .allSatisfy(call -> assertThatThrownBy(call::run).isInstanceOf(UnavailableException.class));
  }

  @Test
  void namespacesOfAnotherCorralAreRefused() {
    Namespace foreign = rig.process().namespaces().namespace("userId", 1);
    String message = "userId=1 belongs to other namespaces than these";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.invalidateAll(List.of(user, foreign)))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.key("basket", foreign))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.key("basket", user, foreign))
        .withMessage(message);
    assertThat(member.wire.sent()).isEmpty();
  }
}
