package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.corral.fault.UnavailableException;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ScopesTest {
  private final List<String> read = new ArrayList<>();

  private Scope scope(String name, CompletableFuture<Stamp> stamp) {
    return new Scope() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public CompletableFuture<Stamp> read(boolean strict) {
        read.add(name + (strict ? " strictly" : ""));
        return stamp;
      }
    };
  }

  private Scope scope(String name, long stamp) {
    return scope(name, CompletableFuture.completedFuture(Stamp.of(stamp)));
  }

  private static long stamp(Scopes scopes) {
    return scopes.read(false).join().value();
  }

  @Test
  void withoutScopesThereIsNoStamp() {
    assertThat(Scopes.NONE.isEmpty()).isTrue();
    assertThat(Scopes.NONE.read(true).join()).isSameAs(Stamp.NONE);
  }

  @Test
  void oneScopesStampIsTakenAsItIs() {
    Stamp stamp = Stamp.of(3);
    Scopes scopes = Scopes.NONE.and(scope("a", CompletableFuture.completedFuture(stamp)));
    assertThat(scopes.read(false).join()).isSameAs(stamp);
    assertThat(scopes.isEmpty()).isFalse();
  }

  @Test
  void theOrderInWhichScopesAreNamedDoesNotMatter() {
    long one = stamp(Scopes.NONE.and(scope("a", 1), scope("b", 2)));
    assertThat(stamp(Scopes.NONE.and(scope("b", 2), scope("a", 1)))).isEqualTo(one);
    assertThat(stamp(Scopes.NONE.and(scope("b", 2)).and(scope("a", 1)))).isEqualTo(one);
  }

  @Test
  void aChangeOfAnyScopeChangesTheStamp() {
    List<Long> stamps = new ArrayList<>();
    for (long a = 0; a < 3; a++) {
      for (long b = 0; b < 3; b++) {
        for (long c = 0; c < 3; c++) {
          stamps.add(stamp(Scopes.NONE.and(scope("a", a), scope("b", b), scope("c", c))));
        }
      }
    }
    assertThat(stamps).doesNotHaveDuplicates().doesNotContain(0L);
  }

  @Test
  void allScopesAreReadAtOnceAndAsStrictlyAsAsked() {
    CompletableFuture<Stamp> slow = new CompletableFuture<>();
    Scopes scopes = Scopes.NONE.and(scope("a", slow), scope("b", 2));
    CompletableFuture<Stamp> both = scopes.read(true);
    assertThat(read).containsExactly("a strictly", "b strictly");
    assertThat(both).isNotDone();
    slow.complete(Stamp.of(1));
    assertThat(both).isDone();
  }

  @Test
  void aScopeThatCannotBeReadFailsThemAll() {
    CompletableFuture<Stamp> none =
        CompletableFuture.failedFuture(new UnavailableException("no scope"));
    assertThat(Scopes.NONE.and(scope("a", 1), scope("b", none)).read(false))
        .isCompletedExceptionally();
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void nullIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scopes.NONE.and(scope("a", 1), null))
        .withMessage("scopes must not contain null");
  }

  /** Answers for all of its scopes together. */
  private static class Together implements Scope.Source {
    final List<String> asked = new ArrayList<>();

    Scope scope(String name) {
      return new Scope() {
        @Override
        public String name() {
          return name;
        }

        @Override
        public CompletableFuture<Stamp> read(boolean strict) {
          throw new AssertionError("nobody asks for " + name + " alone");
        }

        @Override
        public Source source() {
          return Together.this;
        }
      };
    }

    @Override
    public CompletableFuture<Stamp> read(List<Scope> scopes, boolean strict) {
      asked.add(scopes.stream().map(Scope::name).toList() + (strict ? " strictly" : ""));
      return CompletableFuture.completedFuture(Stamp.of(7, 8));
    }
  }

  @Test
  void scopesOfOneSourceAreAskedForTogetherAndSortedByName() {
    Together source = new Together();
    Scopes scopes = Scopes.NONE.and(source.scope("c"), source.scope("a"), source.scope("b"));
    assertThat(scopes.all()).extracting(Scope::name).containsExactly("a", "b", "c");
    assertThat(scopes.read(true).join()).hasToString("7 or 8");
    assertThat(source.asked).containsExactly("[a, b, c] strictly");
  }

  @Test
  void eachSourceIsAskedOnce() {
    Together one = new Together();
    Together other = new Together();
    Scopes scopes =
        Scopes.NONE.and(one.scope("a"), other.scope("b")).and(one.scope("c"), scope("d", 4));
    Stamp stamp = scopes.read(false).join();
    assertThat(one.asked).containsExactly("[a, c]");
    assertThat(other.asked).containsExactly("[b]");
    assertThat(read).containsExactly("d");
    assertThat(stamp.accepts(Stamp.of(8).and(Stamp.of(7)).and(Stamp.of(4)).value()))
        .isTrue();
    assertThat(stamp.accepts(Stamp.of(8).and(Stamp.of(9)).and(Stamp.of(4)).value()))
        .isFalse();
  }

  @Test
  void anAssumptionAboutOneScopeIsOneAboutAll() {
    CompletableFuture<Stamp> assumed =
        CompletableFuture.completedFuture(Stamp.of(2).assumed());
    assertThat(Scopes.NONE
            .and(scope("a", 1), scope("b", assumed))
            .read(false)
            .join()
            .isAssumed())
        .isTrue();
  }

  @Test
  void whatAScopeThrowsIsAFaultLikeAnyOther() {
    Scope broken = new Scope() {
      @Override
      public String name() {
        return "broken";
      }

      @Override
      public CompletableFuture<Stamp> read(boolean strict) {
        throw new IllegalStateException("no");
      }
    };
    assertThat(Scopes.NONE.and(broken).read(false)).isCompletedExceptionally();
    assertThat(Scopes.NONE.and(scope("a", 1), broken).read(false)).isCompletedExceptionally();
    assertThat(read).containsExactly("a");
  }

  @Test
  @SuppressWarnings("NullAway") // what a scope does that does not know of null-marked packages
  void aScopeThatAnswersNullIsNamed() {
    CompletableFuture<Stamp> none = null;
    assertThat(Scopes.NONE.and(scope("a", none)).read(false))
        .failsWithin(Duration.ofSeconds(1))
        .withThrowableThat()
        .withMessageContaining("what a returned must not be null");
    Scope lost = new Scope() {
      @Override
      public String name() {
        return "lost";
      }

      @Override
      public CompletableFuture<Stamp> read(boolean strict) {
        return CompletableFuture.completedFuture(Stamp.NONE);
      }

      @Override
      public Source source() {
        return null;
      }
    };
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scopes.NONE.and(lost))
        .withMessage("the source of lost must not be null");
  }

  private static CompletableFuture<Stamp> asked(Scopes scopes) {
    return scopes.ask(false).get();
  }

  @Test
  void whoWaitsIsGivenTheSame() {
    assertThat(asked(Scopes.NONE).join()).isSameAs(Stamp.NONE);
    Scopes one = Scopes.NONE.and(scope("a", 1));
    assertThat(asked(one).join().value()).isEqualTo(stamp(one));
    Scopes two = one.and(scope("b", 2));
    assertThat(asked(two).join().value()).isEqualTo(stamp(two));
  }

  @Test
  void whoWaitsHasItsScopesReadAtOnce() {
    Supplier<CompletableFuture<Stamp>> unused = Scopes.NONE.and(scope("a", 1)).ask(true);
    assertThat(read).containsExactly("a strictly");
  }

  @Test
  @SuppressWarnings("NullAway") // as above
  void whatAScopeDoesWrongIsAFaultForWhoWaitsToo() {
    CompletableFuture<Stamp> none = null;
    assertThat(asked(Scopes.NONE.and(scope("a", none))))
        .failsWithin(Duration.ofSeconds(1))
        .withThrowableThat()
        .withMessageContaining("what a returned must not be null");
    Together broken = new Together() {
      @Override
      public CompletableFuture<Stamp> read(List<Scope> scopes, boolean strict) {
        throw new IllegalStateException("no");
      }
    };
    assertThat(asked(Scopes.NONE.and(broken.scope("b")))).isCompletedExceptionally();
    Together silent = new Together() {
      @Override
      public Supplier<CompletableFuture<Stamp>> ask(List<Scope> scopes, boolean strict) {
        return null;
      }
    };
    assertThat(asked(Scopes.NONE.and(silent.scope("c"))))
        .failsWithin(Duration.ofSeconds(1))
        .withThrowableThat()
        .withMessageContaining("what c returned must not be null");
  }
}
