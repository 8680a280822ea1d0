package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.scope.Stamp;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ViewTest {
  private static final long NOW = 1_000_000;
  private static final long PERIOD = 10_000;

  private final Member member = new NamespaceRig().process();
  private final Epoch quiet = Epoch.begin(0x1111, 80, 0);
  private final Epoch rolling = quiet.next(0x2222, NOW, PERIOD, false, 0);

  /** In the order in which a flush moves them. */
  private final List<Namespace> users = IntStream.range(0, 4)
      .mapToObj(member::user)
      .sorted(Comparator.comparing(Namespace::fraction))
      .toList();

  private static Stamp stamp(Epoch epoch, long now, List<Namespace> namespaces) {
    return new View(epoch, now, false, namespaces).stamp();
  }

  private long movesAt(int index) {
    return NOW + (long) Math.ceil(users.get(index).fraction() * PERIOD);
  }

  @Test
  void anUntouchedNamespaceHasTheMaster() {
    View view = new View(quiet, NOW, false, users);
    assertThat(view.generation(0)).isEqualTo(0x1111);
    assertThat(view.put(1, 7).generation(1)).isEqualTo(7);
    assertThat(view.generation(2)).isEqualTo(0x1111);
  }

  @Test
  void aStampIsAlwaysTheSameForItIsStored() {
    Namespace user = member.user(12543);
    assertThat(user.key()).hasToString("___counter:user:12543");
    assertThat(stamp(quiet, NOW, List.of(user))).hasToString("db73e02bfd6138fa");
    assertThat(stamp(quiet, NOW, List.of(user, member.user(2)))).hasToString("e7a593daffae3243");
  }

  @Test
  void anyOtherGenerationOfAnyNamespaceIsAnotherStamp() {
    Set<Long> stamps = new HashSet<>();
    for (int index = 0; index < 4; index++) {
      for (long generation = 0; generation < 50; generation++) {
        stamps.add(
            new View(quiet, NOW, false, users).put(index, generation).stamp().value());
      }
    }
    assertThat(stamps).hasSize(200);
    assertThat(stamp(quiet, NOW, users.subList(0, 1)).value())
        .isNotEqualTo(stamp(quiet, NOW, users.subList(1, 2)).value());
  }

  @Test
  void withoutAFlushOneStampIsRight() {
    Stamp stamp = stamp(quiet, NOW, users);
    assertThat(stamp.accepts(stamp.value())).isTrue();
    assertThat(stamp.toString()).doesNotContain("or");
    assertThat(stamp.isAssumed()).isFalse();
    assertThat(new View(quiet, NOW, true, users).stamp().isAssumed()).isTrue();
  }

  /** The stamp of the view in which so many have moved. */
  private long moved(int count) {
    View view = new View(quiet, NOW, false, users);
    IntStream.range(0, count).forEach(i -> view.put(i, 0x2222));
    return view.stamp().value();
  }

  @Test
  void duringAFlushTheStampsOfLaterViewsAreRightTooAndThoseOfEarlierOnesAreNot() {
    for (int reader = 0; reader <= 4; reader++) {
      Stamp stamp = stamp(rolling, reader == 0 ? NOW - 1 : movesAt(reader - 1), users);
      assertThat(stamp.toString().split(" or ")).hasSize(5 - reader);
      for (int value = 0; value <= 4; value++) {
        assertThat(stamp.accepts(moved(value)))
            .as("moved to the reader: %s, to the value: %s", reader, value)
            .isEqualTo(value >= reader);
      }
    }
  }

  @Test
  void whatIsLoadedDuringAFlushIsRightUntilItsEndAndAfterIt() {
    for (int writer = 0; writer <= 4; writer++) {
      long now = writer == 0 ? NOW - 1 : movesAt(writer - 1);
      assertThat(stamp(rolling, now, users).value()).isEqualTo(moved(4));
    }
  }

  @Test
  void namespacesMoveInTheOrderOfTheirMomentsHoweverTheyAreNamed() {
    List<Namespace> named = List.of(users.get(3), users.get(0), users.get(2), users.get(1));
    Stamp before = stamp(rolling, NOW - 1, named);
    IntStream.range(0, 4)
        .forEach(i -> assertThat(
                before.accepts(stamp(rolling, movesAt(i), named).value()))
            .isTrue());
    assertThat(stamp(rolling, NOW + PERIOD, named).toString()).doesNotContain("or");
  }

  @Test
  void beforeItsFirstNamespaceMovesAFlushKeepsWhatThereIs() {
    assertThat(stamp(rolling, NOW - 1, users).accepts(stamp(quiet, NOW, users).value()))
        .isTrue();
    assertThat(stamp(rolling, NOW + PERIOD, users).value())
        .isEqualTo(stamp(Epoch.begin(0x2222, 80, 0), NOW, users).value());
  }

  @Test
  void aNamespaceTouchedDuringTheFlushKeepsItsGenerationWhenItMoves() {
    Epoch touched = rolling.touched(List.of(users.get(3).hash()), NOW);
    Stamp before = new View(touched, NOW - 1, false, users).put(3, 0x3333).stamp();
    Stamp after = new View(touched, NOW + PERIOD, false, users).put(3, 0x3333).stamp();
    assertThat(before.accepts(after.value())).isTrue();
  }

  @Test
  void whatANamespaceWillHaveThatMustBeLookedUpIsNotGuessed() {
    // Its bits are set in the new half, but its generation is older than the new master.
    Epoch touched = rolling.touched(List.of(users.get(1).hash()), NOW);
    Stamp before = new View(touched, NOW - 1, false, users).put(1, 0x1500).stamp();
    assertThat(before.toString().split(" or ")).hasSize(2);
    assertThat(before.value())
        .isEqualTo(new View(quiet, NOW, false, users)
            .put(0, 0x2222)
            .put(1, 0x1500)
            .stamp()
            .value());
  }
}
