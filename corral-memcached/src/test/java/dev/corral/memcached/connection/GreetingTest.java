package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.security.Protection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GreetingTest {
  private static ServerFacts facts(String... settings) {
    TestConnection tested = new TestConnection();
    tested.accept().replies(Peer.greeted("1.6.40", settings));
    return tested.owner.facts.get(0);
  }

  @Test
  void itIsOverWhenItsLastRequestIs() {
    Greeting greeting = new Greeting(Protection.NONE);
    var requests = greeting.requests();

    assertThat(requests.stream().filter(greeting::endsWith).toList())
        .isEqualTo(requests.subList(2, 3));
    assertThat(greeting.isOver()).isFalse();
    requests.get(2).setOver();
    assertThat(greeting.isOver()).isTrue();
  }

  @Test
  void whatAServerDoesNotTellIsTakenToBeAsUsual() {
    ServerFacts facts = facts();

    assertThat(facts.keepsCas()).isTrue();
    assertThat(facts.maxItemBytes()).isEqualTo(1 << 20);
    assertThat(facts.idleSeconds()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"2097152, 2097152", "1m, 1048576", "99999999999, 1048576"})
  void whatIsNoNumberIsNotTold(String told, int taken) {
    assertThat(facts("item_size_max " + told).maxItemBytes()).isEqualTo(taken);
  }

  @ParameterizedTest
  @CsvSource({"yes, true", "no, false"})
  void aServerTellsWhetherItKeepsCas(String told, boolean keepsCas) {
    assertThat(facts("cas_enabled " + told).keepsCas()).isEqualTo(keepsCas);
  }
}
