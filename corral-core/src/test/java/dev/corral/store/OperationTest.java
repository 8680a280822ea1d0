package dev.corral.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OperationTest {
  private static final Key KEY = Key.raw("key");
  private static final Cas CAS = new Cas(-1, new Object());

  @Test
  void aLeaseAndATouchDontGoTogether() {
    assertThatThrownBy(() -> Get.of(KEY).withLease(Ttl.seconds(1)).withTouch(Ttl.seconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a get can't both take a lease and touch");
  }

  @Test
  void aLeaseEnds() {
    assertThatThrownBy(() -> Get.of(KEY).withLease(Ttl.NEVER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a lease must end");
  }

  @Test
  void aStaleItemEnds() {
    assertThatThrownBy(() -> Delete.of(KEY).markingStale(Ttl.NEVER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a stale item must end");
  }

  @Test
  void aWindowIsNeitherNegativeNorADate() {
    for (Duration window :
        new Duration[] {Duration.ofNanos(-1), Duration.ofDays(30).plusNanos(1)}) {
      assertThatThrownBy(() -> Get.of(KEY).withRefreshAhead(window))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("window must be 0 to 30 days, but is " + window);
    }
  }

  @Test
  void anAddHasNoCas() {
    assertThatThrownBy(() -> Put.add(KEY, new byte[0], Ttl.NEVER).ifCas(CAS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ADD needs that there is no item, so it has no CAS");
  }

  @Test
  void anAppendKeepsTheFlagsThatAreThere() {
    assertThatThrownBy(() -> Put.append(KEY, new byte[0]).withFlags(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("APPEND keeps the item's flags");
  }

  @Test
  void nothingLingersForLessThanNoTime() {
    assertThatThrownBy(
            () -> Put.set(KEY, new byte[0], Ttl.NEVER).withLinger(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("linger must not be negative, but is PT-1S");
  }

  // What a caller without NullAway may do.
  @SuppressWarnings("NullAway")
  @Test
  void whatIsNotGivenIsNamed() {
    byte[] value = {1};
    Map<ThrowingCallable, String> calls = Map.of(
        () -> Get.of(null), "key",
        () -> Put.set(KEY, null, Ttl.NEVER), "value",
        () -> Put.add(KEY, value, null), "ttl",
        () -> Put.set(KEY, value, Ttl.NEVER).ifCas(null), "cas",
        () -> Delete.of(KEY).ifCas(null), "cas",
        () -> Arithmetic.add(KEY, 1).ifCas(null), "cas",
        () -> Arithmetic.add(KEY, 1).orCreate(1, null), "ttl",
        () -> Get.of(KEY).withLease(null), "ttl",
        () -> Get.of(KEY).withTouch(null), "ttl",
        () -> Get.of(KEY).withRefreshAhead(null), "window");
    calls.forEach((call, name) -> assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(name + " must not be null"));
  }

  @Test
  void refiningLeavesTheOperationAsItIs() {
    Get get = Get.of(KEY);
    Get refined = get.withoutValue().withLease(Ttl.seconds(3)).withRefreshAhead(Duration.ZERO);
    assertThat(get.isValued()).isTrue();
    assertThat(get.lease()).isNull();
    assertThat(refined.isValued()).isFalse();
    assertThat(refined.isDetailed()).isTrue();
    assertThat(refined.refreshAhead()).isEqualTo(Duration.ZERO);
  }

  @Test
  void operationsSayWhatTheyDo() {
    assertThat(Get.of(KEY).withLease(Ttl.seconds(3)).withRefreshAhead(Duration.ofSeconds(1)))
        .hasToString("get key lease PT3S refresh ahead PT1S");
    assertThat(Get.of(KEY).withTouch(Ttl.NEVER)).hasToString("get key touch never");
    assertThat(Put.prepend(KEY, new byte[7]).ifCas(CAS))
        .hasToString("prepend key 7 bytes if cas 18446744073709551615");
    assertThat(Delete.of(KEY)).hasToString("delete key");
    assertThat(Delete.of(KEY).markingStale().ifCas(CAS))
        .hasToString("mark stale key if cas 18446744073709551615");
    assertThat(Arithmetic.add(KEY, -1)).hasToString("add 18446744073709551615 to key");
    assertThat(Arithmetic.subtract(KEY, 1).orCreate(5, Ttl.NEVER).ifCas(CAS))
        .hasToString("subtract 1 from key or create 5 if cas 18446744073709551615");
  }

  @Test
  void aCasIsEqualOnlyWithinItsIncarnation() {
    Object incarnation = new Object();
    assertThat(new Cas(1, incarnation)).isEqualTo(new Cas(1, incarnation));
    assertThat(new Cas(1, incarnation)).isNotEqualTo(new Cas(1, new Object()));
    assertThat(new Cas(1, incarnation)).isNotEqualTo(new Cas(2, incarnation));
  }

  @Test
  void anItemOfABasicStoreHasAValueAndNothingElse() {
    Item item = Item.of(new byte[] {1});
    assertThat(item.value()).containsExactly(1);
    assertThat(item.hasCas()).isFalse();
    assertThat(item.lease()).isEqualTo(Lease.NONE);
    assertThat(item).hasToString("Item[1 bytes, flags 0, lease NONE]");
    assertThatThrownBy(item::expires).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anItemWithoutEndHasNoRemainingLife() {
    Item item = Item.of(new byte[0]).withDetails(3, this, Long.MAX_VALUE);
    assertThat(item.expires()).isFalse();
    assertThat(item.remainingNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(item.cas()).isEqualTo(new Cas(3, this));
    assertThatThrownBy(item::remaining)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this item's life has no end");
  }
}
