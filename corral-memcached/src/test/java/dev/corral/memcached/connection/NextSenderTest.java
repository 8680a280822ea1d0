package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NextSenderTest {
  private final NextSender next = new NextSender();

  @Test
  void theLoopIsToldOnceUntilItBegins() {
    assertThat(next.askLoop(false)).isTrue();
    assertThat(next.askLoop(false)).isFalse();
    assertThat(next.askLoop(true)).isFalse();
    assertThat(next.isNobody()).isFalse();
    next.loopBegins();
    assertThat(next.isNobody()).isTrue();
    assertThat(next.askLoop(true)).isTrue();
  }

  @Test
  void thePatientWaitForABurst() {
    assertThat(next.beginBurst()).isTrue();
    assertThat(next.isBurst()).isTrue();
    assertThat(next.askLoop(true)).isFalse();
    assertThat(next.endBurst()).isTrue();
    assertThat(next.isBurst()).isFalse();
    assertThat(next.askLoop(true)).isTrue();
  }

  @Test
  void theOthersHaveTheLoopSendInItsPlace() {
    assertThat(next.beginBurst()).isTrue();
    assertThat(next.askLoop(false)).isTrue();
    assertThat(next.isBurst()).isFalse();
    assertThat(next.askLoop(true)).isFalse();
    assertThat(next.endBurst()).isFalse();
    next.loopBegins();
    assertThat(next.endBurst()).isFalse();
  }

  @Test
  void thereIsNoBurstWhereTheLoopIsToSend() {
    assertThat(next.askLoop(true)).isTrue();
    assertThat(next.beginBurst()).isFalse();
    assertThat(next.isBurst()).isFalse();
  }

  @Test
  void thereIsNoBurstWhileTheLoopIsStillWanted() {
    assertThat(next.askLoop(false)).isTrue();
    next.loopBegins();
    next.loopIsStillWanted();
    assertThat(next.isNobody()).isTrue(); // the loop may come by, and send
    assertThat(next.beginBurst()).isFalse();
    assertThat(next.askLoop(true)).isTrue();
    next.loopBegins();
    assertThat(next.beginBurst()).isTrue();
  }

  @Test
  void aBurstEndsOnce() {
    assertThat(next.beginBurst()).isTrue();
    assertThat(next.beginBurst()).isFalse();
    assertThat(next.endBurst()).isTrue();
    assertThat(next.endBurst()).isFalse();
  }
}
