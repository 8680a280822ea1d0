package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CommandsTest {
  private static final Key KEY = Key.raw("k");
  private static final Key BINARY = Key.binary(new byte[] {0, 1, 2}); // AAEC in base64
  private static final byte[] VALUE = "hello".getBytes(ISO_8859_1);
  private static final Ttl MINUTE = Ttl.seconds(60);
  private static final Cas CAS = new Cas(7, "this connection");
  private static final Cas LARGEST_CAS = new Cas(-1, "this connection");

  @ParameterizedTest(name = "{1}")
  @MethodSource
  void aGetIsWrittenWithWhatRefinesIt(Get get, String command) {
    assertThat(written(get)).isEqualTo(command + "\r\n");
  }

  static Stream<Arguments> aGetIsWrittenWithWhatRefinesIt() {
    Get get = Get.of(KEY);
    return Stream.of(
        Arguments.of(get, "mg k f v"),
        Arguments.of(get.withoutValue(), "mg k f"),
        Arguments.of(get.withDetails(), "mg k c f t v"),
        Arguments.of(get.withDetails().withoutValue(), "mg k c f t"),
        Arguments.of(get.withTouch(MINUTE), "mg k T60 f v"),
        Arguments.of(get.withTouch(Ttl.NEVER), "mg k T0 f v"),
        Arguments.of(get.withTouch(MINUTE).withDetails(), "mg k T60 c f t v"),
        Arguments.of(get.withLease(Ttl.seconds(30)), "mg k N30 c f t v"),
        Arguments.of(get.withLease(Ttl.of(Duration.ofMillis(1))), "mg k N1 c f t v"),
        Arguments.of(get.withRefreshAhead(Duration.ofSeconds(5)), "mg k R5 c f t v"),
        Arguments.of(get.withRefreshAhead(Duration.ZERO), "mg k R0 c f t v"),
        Arguments.of(get.withRefreshAhead(Duration.ofNanos(1)), "mg k R1 c f t v"),
        Arguments.of(get.withRefreshAhead(Duration.ofMillis(4001)), "mg k R5 c f t v"),
        Arguments.of(get.withRefreshAhead(Duration.ofDays(30)), "mg k R2592000 c f t v"),
        Arguments.of(
            get.withRefreshAhead(Duration.ofSeconds(5))
                .withLease(Ttl.seconds(30))
                .withoutValue(),
            "mg k N30 R5 c f t"),
        Arguments.of(
            get.withRefreshAhead(Duration.ofSeconds(5)).withTouch(MINUTE), "mg k R5 T60 c f t v"),
        Arguments.of(Get.of(BINARY), "mg AAEC b f v"),
        Arguments.of(Get.of(BINARY).withLease(MINUTE), "mg AAEC b N60 c f t v"));
  }

  @Test
  void aPlaceholderEndsHoweverLongItsLease() {
    assertThat(written(Get.of(KEY).withLease(Ttl.of(Duration.ofDays(36_500)))))
        .isEqualTo("mg k N2147483647 c f t v\r\n");
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource
  void aPutIsWrittenWithWhatRefinesIt(Put put, String command) {
    assertThat(written(put)).isEqualTo(command + "\r\nhello\r\n");
  }

  static Stream<Arguments> aPutIsWrittenWithWhatRefinesIt() {
    Put set = Put.set(KEY, VALUE, Ttl.NEVER);
    return Stream.of(
        Arguments.of(set, "ms k 5"),
        Arguments.of(set.withTtl(MINUTE), "ms k 5 T60"),
        Arguments.of(set.withTtl(Ttl.of(Duration.ofDays(30))), "ms k 5 T2592000"),
        Arguments.of(set.withTtl(Ttl.of(Duration.ofDays(36_500))), "ms k 5 T0"),
        Arguments.of(set.withFlags(1), "ms k 5 F1"),
        Arguments.of(set.withFlags(Integer.MIN_VALUE), "ms k 5 F2147483648"),
        Arguments.of(set.withFlags(-1), "ms k 5 F4294967295"),
        Arguments.of(set.ifCas(CAS), "ms k 5 C7"),
        Arguments.of(set.ifCas(LARGEST_CAS), "ms k 5 C18446744073709551615"),
        Arguments.of(set.returningCas(), "ms k 5 c"),
        Arguments.of(
            set.returningCas().withFlags(3).withTtl(MINUTE).ifCas(CAS), "ms k 5 c F3 T60 C7"),
        Arguments.of(Put.add(KEY, VALUE, MINUTE), "ms k 5 ME T60"),
        Arguments.of(Put.replace(KEY, VALUE, MINUTE), "ms k 5 MR T60"),
        Arguments.of(Put.append(KEY, VALUE), "ms k 5 MA"),
        Arguments.of(Put.prepend(KEY, VALUE).returningCas().ifCas(CAS), "ms k 5 MP c C7"),
        Arguments.of(Put.add(BINARY, VALUE, MINUTE).withFlags(9), "ms AAEC 5 b ME F9 T60"));
  }

  @Test
  void aValueIsSentAsItIs() {
    byte[] value = {0, '\r', '\n', (byte) 0xff};

    assertThat(written(Put.set(KEY, value, Ttl.NEVER))).isEqualTo("ms k 4\r\n\u0000\r\n\u00ff\r\n");
    assertThat(written(Put.set(KEY, new byte[0], Ttl.NEVER))).isEqualTo("ms k 0\r\n\r\n");
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource
  void aDeleteIsWrittenWithWhatRefinesIt(Delete delete, String command) {
    assertThat(written(delete)).isEqualTo(command + "\r\n");
  }

  static Stream<Arguments> aDeleteIsWrittenWithWhatRefinesIt() {
    Delete delete = Delete.of(KEY);
    return Stream.of(
        Arguments.of(delete, "md k"),
        Arguments.of(delete.ifCas(CAS), "md k C7"),
        Arguments.of(delete.markingStale(), "md k I"),
        Arguments.of(delete.markingStale(MINUTE), "md k I T60"),
        Arguments.of(delete.markingStale(MINUTE).ifCas(CAS), "md k I T60 C7"),
        Arguments.of(delete.markingStale(Ttl.of(Duration.ofDays(36_500))), "md k I T2147483647"),
        Arguments.of(Delete.of(BINARY), "md AAEC b"),
        Arguments.of(Delete.of(BINARY).markingStale().ifCas(CAS), "md AAEC b I C7"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource
  void aCountIsWrittenWithWhatRefinesIt(Arithmetic count, String command) {
    assertThat(written(count)).isEqualTo(command + "\r\n");
  }

  static Stream<Arguments> aCountIsWrittenWithWhatRefinesIt() {
    return Stream.of(
        Arguments.of(Arithmetic.add(KEY, 1), "ma k v D1"),
        Arguments.of(Arithmetic.add(KEY, 0), "ma k v D0"),
        Arguments.of(Arithmetic.add(KEY, 1L << 31), "ma k v D2147483648"),
        Arguments.of(Arithmetic.add(KEY, Long.MIN_VALUE), "ma k v D9223372036854775808"),
        Arguments.of(Arithmetic.subtract(KEY, -1), "ma k v MD D18446744073709551615"),
        Arguments.of(Arithmetic.add(KEY, 2).orCreate(10, MINUTE), "ma k v D2 N60 J10"),
        Arguments.of(
            Arithmetic.subtract(KEY, 2).orCreate(-1, Ttl.NEVER),
            "ma k v MD D2 N0 J18446744073709551615"),
        Arguments.of(Arithmetic.add(KEY, 2).ifCas(CAS), "ma k v D2 C7"),
        Arguments.of(
            Arithmetic.add(BINARY, 2).orCreate(0, MINUTE).ifCas(CAS), "ma AAEC b v D2 N60 J0 C7"));
  }

  @ParameterizedTest
  @CsvSource({"2592001", "31536000"})
  void aLifeBeyondThirtyDaysIsSentAsADate(long seconds) {
    long before = System.currentTimeMillis() / 1000;
    String command = written(Put.set(KEY, VALUE, Ttl.seconds(seconds)));
    long after = System.currentTimeMillis() / 1000;

    assertThat(command).startsWith("ms k 5 T").endsWith("\r\nhello\r\n");
    assertThat(Long.parseLong(command.substring(8, command.indexOf('\r'))))
        .isBetween(before + seconds, after + seconds);
  }

  @Test
  void aValueAloneIsAskedForWithoutItsFlags() {
    assertThat(written(out -> Commands.value(out, KEY))).isEqualTo("mg k v\r\n");
    assertThat(written(out -> Commands.value(out, BINARY))).isEqualTo("mg AAEC b v\r\n");
  }

  @Test
  void manyValuesAreAskedForInOneLine() {
    List<Key> keys = List.of(KEY, Key.of("user", 1), Key.raw("x".repeat(250)));

    assertThat(written(out -> Commands.values(out, keys)))
        .isEqualTo("get k user:#B " + "x".repeat(250) + "\r\n");
  }

  @Test
  void aCommandWithoutKeyIsItsLine() {
    assertThat(written(out -> Commands.line(out, "stats settings")))
        .isEqualTo("stats settings\r\n");
  }

  @Test
  void commandsFollowEachOther() {
    assertThat(written(out -> {
          Commands.get(out, Get.of(KEY));
          Commands.delete(out, Delete.of(KEY));
          Commands.line(out, "mn");
        }))
        .isEqualTo("mg k f v\r\nmd k\r\nmn\r\n");
  }

  private static String written(Operation<?> operation) {
    return written(out -> {
      if (operation instanceof Get get) {
        Commands.get(out, get);
      } else if (operation instanceof Put put) {
        Commands.put(out, put);
      } else if (operation instanceof Delete delete) {
        Commands.delete(out, delete);
      } else if (operation instanceof Arithmetic count) {
        Commands.count(out, count);
      }
    });
  }

  private static String written(Consumer<Output> commands) {
    Output out = new Output();
    commands.accept(out);
    ByteBuf buffer = Unpooled.buffer();
    out.moveTo(buffer);
    return buffer.toString(ISO_8859_1);
  }
}
