package dev.corral.embedded.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.InjectedFault;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fault on each kind of command, in the midst of others. */
class SessionFaultsTest {
  private static final Duration HOURS = Duration.ofHours(7);
  private static final String ITEMS = """
      set a 5 0 1
      7
      set n 0 0 2
      10
      """.replace("\n", "\r\n");
  private static final String LOOK = "gets a b n\r\nmg a t f s v\r\n";
  private static final String ERROR = "SERVER_ERROR injected fault\r\n";
  private static final String GARBAGE = "\u0001?garbage\r\r\n\n\u0000";

  /** All but those that end the connection; lines end with |. */
  static Stream<String> commands() {
    return Stream.of(
            "get a|",
            "gets a b n|",
            "gat 100 a n|",
            "get " + "x ".repeat(40) + "a|",
            "set a 0 0 3|abc|",
            "set a 0 0 3 noreply|abc|",
            "add b 0 0 3|abc|",
            "add b 0 0 3 noreply|abc|",
            "replace a 1 0 2|mn|",
            "append a 0 0 3|abc|",
            "prepend a 0 0 3 noreply|abc|",
            "cas a 0 0 3 1|abc|",
            "cas a 0 0 3 9 noreply|abc|",
            "incr n 5|",
            "decr n 5 noreply|",
            "touch a 100|",
            "touch a 100 noreply|",
            "delete a|",
            "delete a noreply|",
            "mg a t v|",
            "mg b q|",
            "mg b N30 v|",
            "ms b 3 T30 c|abc|",
            "ms b 3 q|abc|",
            "ms YQ== 3 b k|abc|",
            "md a I|",
            "md a q|",
            "ma n D5 v|",
            "me a|",
            "mn|",
            "version|",
            "verbosity 1|",
            "flush_all|",
            "flush_all noreply|",
            "stats settings|",
            "foo|",
            "|",
            "set a b c d|",
            "set a 0 0|",
            "set a 0 0 x noreply|",
            "ms a|",
            "ms a 3 T1 T1|abc|",
            "ms a 3 MX|abc|",
            "set a 0 0 3|abcde",
            "ms b 3|abcde")
        .map(command -> command.replace("|", "\r\n"));
  }

  private static boolean isSilent(String command) {
    return command.contains("noreply");
  }

  /** What a session without faults answers. */
  private static String truth(String command) {
    try (Talk talk = new Talk()) {
      talk.say(ITEMS);
      return talk.say(command);
    }
  }

  private static String spoiled(String command, Fault fault) {
    try (Talk talk = new Talk()) {
      talk.say(ITEMS);
      InjectedFault injected = talk.faults.inject(fault.sparing(1).times(1));
      // Found not in its first command, nor in what comes behind it.
      String heard = talk.say("mn\r\n" + command + "mn\r\n" + LOOK);
      assertThat(injected.strikes()).isEqualTo(1);
      assertThat(talk.isOpen()).isTrue();
      return heard;
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aSpoiledCommandIsNotCarriedOutAndOthersAre(String command) {
    String behind = "MN\r\n" + truth(LOOK);
    assertThat(spoiled(command, Fault.drop())).isEqualTo("MN\r\n" + behind);
    assertThat(spoiled(command, Fault.serverError()))
        .isEqualTo("MN\r\n" + (isSilent(command) ? "" : ERROR) + behind);
    assertThat(spoiled(command, Fault.garbage()))
        .isEqualTo("MN\r\n" + (isSilent(command) ? "" : GARBAGE) + behind);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandSpoiledAfterwardsIsCarriedOut(String command) {
    String whole = truth(command + "mn\r\n" + LOOK);
    String behind = whole.substring(truth(command).length());
    assertThat(spoiled(command, Fault.drop().afterwards())).isEqualTo("MN\r\n" + behind);
    assertThat(spoiled(command, Fault.serverError().afterwards()))
        .isEqualTo("MN\r\n" + (isSilent(command) ? "" : ERROR) + behind);
    assertThat(spoiled(command, Fault.garbage().afterwards()))
        .isEqualTo("MN\r\n" + (isSilent(command) ? "" : GARBAGE) + behind);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aDelayedCommandIsAnsweredLaterAndAllBehindIt(String command) {
    String later = truth(command + "mn\r\n" + LOOK);
    for (Fault fault : new Fault[] {Fault.delay(HOURS), Fault.delay(HOURS).afterwards()}) {
      try (Talk talk = new Talk()) {
        talk.say(ITEMS);
        talk.faults.inject(fault.sparing(1).times(1));
        assertThat(talk.say("mn\r\n" + command + "mn\r\n")).isEqualTo("MN\r\n");
        assertThat(talk.say(LOOK)).isEmpty();
        assertThat(talk.after(HOURS.minusNanos(1))).isEmpty();
        assertThat(talk.after(Duration.ofNanos(1))).isEqualTo(later);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aStalledCommandIsAnsweredWhenTheFaultIsHealed(String command) {
    String later = truth(command + "mn\r\n" + LOOK);
    for (Fault fault : new Fault[] {Fault.stall(), Fault.stall().afterwards()}) {
      try (Talk talk = new Talk()) {
        talk.say(ITEMS);
        InjectedFault injected = talk.faults.inject(fault.sparing(1));
        assertThat(talk.say("mn\r\n" + command + "mn\r\n" + LOOK)).isEqualTo("MN\r\n");
        assertThat(talk.after(HOURS)).isEmpty();
        injected.close();
        assertThat(talk.hear()).isEqualTo(later);
        assertThat(injected.strikes()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aResetEndsTheConnectionAndNothingBehindItIsCarriedOut(String command) {
    for (Fault fault : new Fault[] {Fault.reset(), Fault.reset().afterwards()}) {
      try (Talk talk = new Talk()) {
        talk.say(ITEMS);
        InjectedFault injected = talk.faults.inject(fault.sparing(1));
        assertThat(talk.say("mn\r\n" + command + "mn\r\n")).isEqualTo("MN\r\n");
        assertThat(talk.isOpen()).isFalse();
        assertThat(injected.strikes()).isEqualTo(1);
      }
    }
  }

  @Test
  void aValueThatComesInPiecesIsHeldUpOrSwallowedWhole() {
    try (Talk talk = new Talk()) {
      talk.faults.inject(Fault.serverError().times(1));
      assertThat(talk.say("set a 0 0 9\r\nmn\r")).isEmpty();
      assertThat(talk.say("\nmn\r\n")).isEmpty();
      assertThat(talk.say("x\r\nmn\r\n")).isEqualTo(ERROR + "MN\r\n");
      talk.faults.inject(Fault.delay(HOURS).times(1));
      assertThat(talk.say("set a 0 0 9\r\nmn\r")).isEmpty();
      assertThat(talk.after(HOURS)).isEmpty();
      assertThat(talk.say("\nmn\r\nx\r\nmn\r\n")).isEqualTo("STORED\r\nMN\r\n");
    }
  }

  @Test
  void aStruckQuitDoesNotEndTheConnectionUnlessItIsCarriedOut() {
    try (Talk talk = new Talk()) {
      talk.faults.inject(Fault.drop().on("quit").times(1));
      assertThat(talk.say("quit\r\nmn\r\n")).isEqualTo("MN\r\n");
      InjectedFault stall = talk.faults.inject(Fault.stall().on("quit").afterwards());
      assertThat(talk.say("quit\r\nmn\r\n")).isEmpty();
      assertThat(talk.isOpen()).isTrue();
      stall.close();
      assertThat(talk.hear()).isEmpty();
      assertThat(talk.isOpen()).isFalse();
    }
  }

  @Test
  void aHeldUpConnectionIsFreedWhenTheClientHangsUp() {
    for (Fault fault :
        new Fault[] {Fault.delay(HOURS), Fault.stall(), Fault.stall().afterwards()}) {
      try (Talk talk = new Talk()) {
        InjectedFault injected = talk.faults.inject(fault);
        assertThat(talk.say("set a 0 0 1\r\n1\r\nmn\r\n")).isEmpty();
        assertThat(talk.endHalf()).isEmpty();
        assertThat(talk.isOpen()).isFalse();
        assertThat(talk.channel.hasPendingTasks()).isFalse();
        injected.close();
        assertThat(talk.after(HOURS)).isEmpty();
        talk.channel.checkException();
      }
    }
  }

  @Test
  void whatIsHealedInTheMomentItsTimeHasComeIsCarriedOutOnce() {
    try (Talk talk = new Talk()) {
      talk.say(ITEMS);
      InjectedFault delay = talk.faults.inject(Fault.delay(HOURS).on("incr").times(1));
      InjectedFault stall = talk.faults.inject(Fault.stall().on("decr"));
      assertThat(talk.say("incr n 1\r\ndecr n 1\r\nmn\r\n")).isEmpty();
      Future<?> unused = talk.channel
          .eventLoop()
          .schedule(delay::close, HOURS.toNanos() - 1, TimeUnit.NANOSECONDS);
      assertThat(talk.after(HOURS)).isEqualTo("11\r\n");
      stall.close();
      assertThat(talk.hear()).isEqualTo("10\r\nMN\r\n");
    }
  }

  @Test
  void whatAHeldUpClientSaysIsReadAheadButNotWithoutEnd() {
    try (Talk talk = new Talk()) {
      InjectedFault stall = talk.faults.inject(Fault.stall());
      talk.say("mn\r\n");
      talk.say("mn\r\n".repeat(1000));
      assertThat(talk.channel.config().isAutoRead()).isTrue();
      talk.say("mn\r\n".repeat(300_000));
      assertThat(talk.channel.config().isAutoRead()).isFalse();
      stall.close();
      assertThat(talk.hear()).isEqualTo("MN\r\n".repeat(301_001));
      assertThat(talk.channel.config().isAutoRead()).isTrue();
    }
  }

  @Test
  void whoEndsItsHalfHearsAllThatItAskedFor() {
    try (Talk talk = new Talk()) {
      assertThat(talk.say("mn\r\nmn\r\nset a 0 0 1")).isEqualTo("MN\r\nMN\r\n");
      assertThat(talk.endHalf()).isEmpty();
      assertThat(talk.isOpen()).isFalse();
    }
  }

  @Test
  void aRuleOfKeysThatFailsEndsTheConnection() {
    Fault failing = Fault.drop().forKeys(key -> {
      throw new IllegalStateException("a rule that fails");
    });
    try (Talk talk = new Talk()) {
      talk.faults.inject(failing);
      assertThat(talk.say("get a\r\nmn\r\n")).isEmpty();
      assertThat(talk.isOpen()).isFalse();
    }
    try (Talk talk = new Talk()) {
      InjectedFault stall = talk.faults.inject(Fault.stall().on("version"));
      talk.faults.inject(failing);
      assertThat(talk.say("version\r\nget a\r\nmn\r\n")).isEmpty();
      stall.close();
      assertThat(talk.hear()).doesNotContain("MN");
      assertThat(talk.isOpen()).isFalse();
    }
  }

  @Test
  void ofTwoFaultsTheFirstThatStrikesIsTheOnlyOne() {
    try (Talk talk = new Talk()) {
      InjectedFault error = talk.faults.inject(Fault.serverError().times(2));
      InjectedFault drop = talk.faults.inject(Fault.drop());
      assertThat(talk.say("mn\r\nmn\r\nmn\r\nmn\r\n")).isEqualTo(ERROR + ERROR);
      assertThat(error.strikes()).isEqualTo(2);
      assertThat(drop.strikes()).isEqualTo(2);
      talk.faults.heal();
      assertThat(talk.say("mn\r\n")).isEqualTo("MN\r\n");
    }
  }

  @Test
  void aRuleOfKeysSeesThemAllAndSparesCommandsWithoutOne() {
    try (Talk talk = new Talk()) {
      InjectedFault fault = talk.faults.inject(Fault.drop().forKeys("k y"::equals));
      assertThat(talk.say("mg ayB5 b v\r\nmn\r\nget k\r\nversion\r\n"))
          .isEqualTo("MN\r\nEND\r\nVERSION 1.6.18\r\n");
      assertThat(fault.strikes()).isEqualTo(1);
      fault.close();
      InjectedFault last = talk.faults.inject(Fault.drop().forKeys("last"::equals));
      talk.say(
          "get " + "x ".repeat(100) + "last\r\ngat 10 last\r\nms last 1\r\na\r\nget last2\r\n");
      talk.say("stats last\r\nget 10 last y\r\ngat last y\r\nincr last 1\r\ndelete last\r\n");
      assertThat(last.strikes()).isEqualTo(6);
    }
  }
}
