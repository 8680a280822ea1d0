package dev.corral.list;

import static dev.corral.list.ListRig.KEY;
import static dev.corral.list.ListRig.puts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.store.Put;
import dev.corral.store.Put.Mode;
import dev.corral.time.Ttl;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists as memcached's wiki has them, which other programs write too. */
class BlacklistTest {
  private final ListRig rig = new ListRig();
  private final IdList<Long> list = rig.list(o -> o.layout(Layout.BLACKLIST).width(4));

  private static byte[] ints(int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * 4);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.array();
  }

  private void write(int flags, int... numbers) {
    rig.memory.execute(Put.set(KEY, ints(numbers), Ttl.NEVER).withFlags(flags)).join();
  }

  @Test
  void aListThatIsThereAlreadyIsReadAndChanged() {
    for (int flags : new int[] {0, 5}) {
      write(flags, 3, 9, 0, 1, 2, 3, 2);
      assertThat(rig.cached(list)).containsExactly(1L, 2L);

      list.add(ListRig.OWNER, 7);
      list.remove(ListRig.OWNER, 1);
      assertThat(rig.item().value()).isEqualTo(ints(1, 3, 9, 0, 1, 2, 3, 2, 7));

      list.add(ListRig.OWNER, 3);
      assertThat(rig.item().value()).as("written anew").isEqualTo(ints(0, 2, 7, 3));
      assertThat(rig.item().flags()).isEqualTo(flags);
      assertThat(rig.item().expires()).isFalse();
      assertThat(rig.cached(list)).containsExactly(2L, 7L, 3L);
    }
  }

  @Test
  void whatIsLoadedIsWrittenAsOthersReadIt() {
    rig.origin.addAll(List.of(4L, 5L));
    rig.get(list);
    assertThat(rig.item().value()).isEqualTo(ints(0, 4, 5));
    assertThat(rig.item().flags()).isZero();
  }

  @Test
  void withoutTheZeroItIsAFragment() {
    write(0, 3, 9);
    rig.origin.add(4L);
    list.add(ListRig.OWNER, 4);
    assertThat(rig.get(list)).containsExactly(4L);
    assertThat(rig.loads).isOne();
  }

  @Test
  void aReAddThatMeetsAnotherChangeIsTriedAgain() {
    write(0, 3, 0, 3);
    rig.wire.before(puts(Mode.SET), () -> list.remove(ListRig.OWNER, 8));
    rig.wire.before(puts(Mode.SET), () -> list.add(ListRig.OWNER, 9));
    list.add(ListRig.OWNER, 3);
    assertThat(rig.cached(list)).containsExactlyInAnyOrder(3L, 9L);
  }

  @Test
  void aReAddThatAnotherHasMadeMeanwhileIsDone() {
    write(0, 3, 0, 3);
    rig.wire.before(puts(Mode.SET), () -> list.add(ListRig.OWNER, 3));
    list.add(ListRig.OWNER, 3);
    assertThat(rig.cached(list)).containsExactly(3L);
  }
}
