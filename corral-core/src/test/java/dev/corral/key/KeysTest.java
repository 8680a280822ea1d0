package dev.corral.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
  enum Colour {
    RED,
    BLUE {}
  }

  record Seat(String hall, int row) {}

  private record All(
      byte a,
      short b,
      int c,
      long d,
      Byte e,
      Short f,
      Integer g,
      Long h,
      String i,
      UUID j,
      Colour k) {}

  record Ticket(Seat seat, long number) {}

  record Nothing() {}

  record Loop(String name, Knot knot) {}

  record Knot(Loop loop) {}

  record Price(String currency, double amount) {}

  record Box<T>(T content) {}

  record Careless(String name) {
    @Override
    public String name() {
      throw new UnsupportedOperationException("careless");
    }
  }

  record Sneaky(String name) {
    @Override
    public String name() {
      throw Sneaky.<RuntimeException>unchecked(new IOException("sneaky"));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is the trick itself
    private static <T extends Throwable> T unchecked(Throwable t) throws T {
      throw (T) t;
    }
  }

  private static <K> Key encode(KeyEncoder<K> encoder, K key) {
    return KeyPrefix.NONE.encode(encoder, key);
  }

  @Test
  void eachBuiltInWritesWhatKeyOfWrites() {
    UUID id = new UUID(1, 2);

    assertThat(encode(Keys.strings(), "a b")).isEqualTo(Key.of("a b"));
    assertThat(encode(Keys.longs(), -5L)).isEqualTo(Key.of(-5));
    assertThat(encode(Keys.ints(), 5)).isEqualTo(Key.of(5));
    assertThat(encode(Keys.uuids(), id)).isEqualTo(Key.of(id));
    byte[] bytes = {0, 13, 10};
    assertThat(encode(Keys.bytes(), bytes)).isEqualTo(Key.of((Object) bytes));
    assertThat(encode(Keys.enums(Colour.class), Colour.RED)).isEqualTo(Key.of("RED"));
    assertThat(encode(Keys.enums(Colour.class), Colour.BLUE)).isEqualTo(Key.of("BLUE"));
  }

  @Test
  void aRecordIsItsComponentsInOrder() {
    UUID id = new UUID(1, 2);
    All all =
        new All((byte) -1, (short) 2, 3, 4, (byte) 5, (short) 6, 7, -8L, "i", id, Colour.BLUE);

    assertThat(encode(Keys.records(Seat.class), new Seat("a:b", 7))).isEqualTo(Key.of("a:b", 7));
    assertThat(encode(Keys.records(All.class), all))
        .isEqualTo(Key.of(-1, 2, 3, 4, 5, 6, 7, -8, "i", id, "BLUE"));
  }

  @Test
  void aNestedRecordIsWrittenInLine() {
    assertThat(encode(Keys.records(Ticket.class), new Ticket(new Seat("main", 7), 9)))
        .isEqualTo(Key.of("main", 7, 9));
  }

  @Test
  void differentRecordsGiveDifferentKeys() {
    KeyEncoder<Seat> seats = Keys.records(Seat.class);

    assertThat(Set.of(
            encode(seats, new Seat("", 1)),
            encode(seats, new Seat("#B", 1)),
            encode(seats, new Seat(":#B", 1)),
            encode(seats, new Seat("", -1))))
        .hasSize(4);
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker may pass
  void aNullComponentIsRefusedByItsName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> encode(Keys.records(Seat.class), new Seat(null, 7)))
        .withMessage("component hall of record dev.corral.key.KeysTest$Seat must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> encode(Keys.records(Ticket.class), new Ticket(null, 7)))
        .withMessage("component seat of record dev.corral.key.KeysTest$Ticket must not be null");
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker may pass
  void aNullTypeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.records(null))
        .withMessage("type must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.enums(null))
        .withMessage("type must not be null");
  }

  @Test
  void aRecordOfOtherTypesIsRefusedByTheComponent() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.records(Price.class))
        .withMessage("component amount of record dev.corral.key.KeysTest$Price must be a string,"
            + " a whole number from byte to long, a UUID, an enum or a record of these,"
            + " but is a double");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.records(Box.class))
        .withMessageEndingWith("but is a java.lang.Object");
  }

  @Test
  void aRecordWithoutComponentsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.records(Nothing.class))
        .withMessage(
            "dev.corral.key.KeysTest$Nothing must be a record with at least one component");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.records(Record.class))
        .withMessage("java.lang.Record must be a record with at least one component");
  }

  @Test
  void aRecordThatContainsItselfIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.records(Loop.class))
        .withMessage("record dev.corral.key.KeysTest$Loop must not have itself as a component");
  }

  @Test
  void whatAnAccessorThrowsReachesTheCaller() {
    assertThatThrownBy(() -> encode(Keys.records(Careless.class), new Careless("a")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("careless");
    assertThatThrownBy(() -> encode(Keys.records(Sneaky.class), new Sneaky("a")))
        .isInstanceOf(UndeclaredThrowableException.class)
        .hasRootCauseMessage("sneaky");
  }

  @Test
  void aRecordOfAClosedModuleIsRefusedAndTheErrorSaysHowToOpenIt(@TempDir Path dir)
      throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.records(recordOfAModule(dir, "")))
        .withMessage("record org.guest.Visit cannot be read: add \"opens org.guest;\""
            + " to module guest, or write a KeyEncoder for it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"opens org.guest;", "exports org.guest;"})
  void aRecordOfAModuleThatLetsUsInIsRead(String directive, @TempDir Path dir) throws Exception {
    assertThat(keyOfSeven(recordOfAModule(dir, directive))).isEqualTo(Key.of(7));
  }

  private static <R extends Record> Key keyOfSeven(Class<R> type) throws Exception {
    return encode(Keys.records(type), type.getConstructor(long.class).newInstance(7L));
  }

  private static Class<? extends Record> recordOfAModule(Path dir, String directive)
      throws Exception {
    Path module =
        Files.writeString(dir.resolve("module-info.java"), "module guest { " + directive + " }");
    Path visit = Files.writeString(
        dir.resolve("Visit.java"), "package org.guest; public record Visit(long number) {}");
    Path classes = dir.resolve("classes");
    int exit = ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(System.out, System.err, "-d", classes.toString(), module.toString(), visit.toString());
    assertThat(exit).isZero();

    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), List.of("guest"));
    ClassLoader loader = boot.defineModulesWithOneLoader(configuration, null).findLoader("guest");
    return loader.loadClass("org.guest.Visit").asSubclass(Record.class);
  }
}
