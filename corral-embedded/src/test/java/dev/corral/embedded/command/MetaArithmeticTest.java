package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class MetaArithmeticTest {
  @Test
  void aCounterIsCountedByOne() {
    Dialogue.follows("""
        > ma a
        NF
        > set a 0 0 1
        > 5
        STORED
        > ma a
        HD
        > mg a v
        VA 1
        6
        > ma a v
        VA 1
        7
        > ma a v MD
        VA 1
        6
        > ma a v M-
        VA 1
        5
        > ma a v M+
        VA 1
        6
        > ma a v MI
        VA 1
        7
        > ma a v D10
        VA 2
        17
        > ma a v MD D100
        VA 1
        0
        > get a
        VALUE a 0 2
        0\s
        END
        """);
  }

  @Test
  void itMayBeCreated() {
    Dialogue.follows("""
        > ma a N0 v t c
        VA 1 t-1 c1
        0
        > ma a N0 v t c
        VA 1 t-1 c2
        1
        > ma b N30 J42 t c v
        VA 2 t30 c3
        42
        > ma b N30 J42 t c v
        VA 2 t30 c4
        43
        > ma c J42
        NF
        > ma d t N30 t
        CLIENT_ERROR invalid or duplicate flag
        > ma e N30 J18446744073709551615 v
        VA 20
        18446744073709551615
        > ma e v
        VA 1
        0
        > ma f N-1 v
        VA 1
        0
        > ma f N-1 v
        VA 1
        0
        > mg b f h
        HD f0 h0
        """);
  }

  @Test
  void itsLifeMayBeGiven() {
    Dialogue.follows("""
        > ma a N30 T90 t c
        HD t90 c1
        > ma a T60 t
        HD t60
        > mg a t
        HD t60
        > ma a T0 t
        HD t-1
        > ma a t T30
        HD t-1
        > mg a t
        HD t30
        """);
  }

  @Test
  void aLifeGivenWhileDigitsGrowIsLost() {
    Dialogue.follows("""
        > set a 0 0 1
        > 9
        STORED
        > ma a T30 t v
        VA 2 t30
        10
        > mg a t v
        VA 2 t-1
        10
        > ma a T30 t v
        VA 2 t30
        11
        > mg a t v
        VA 2 t30
        11
        """);
  }

  @Test
  void aCountMayBeConditional() {
    Dialogue.follows("""
        > set a 0 0 1
        > 5
        STORED
        > ma a C9 k Oq
        EX ka Oq
        > ma a C1 c
        HD c2
        > ma a C1 c
        EX
        > ma a C0 c
        HD c3
        > ma a C2 q
        EX
        > ma a C9 q
        EX
        > mn
        MN
        > set e 0 0 0
        >
        STORED
        > ma e C99
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > ma b C1
        NF
        > ma b N30 C77 J3 v c
        VA 1 c5
        3
        """);
  }

  @Test
  void anItemThatIsNoNumberStaysAsItIs() {
    Dialogue.follows("""
        > set a 0 0 3
        > abc
        STORED
        > ma a
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > ma a q v
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > set a 0 0 0
        >
        STORED
        > ma a
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > set a 0 0 3
        > 1 a
        STORED
        > ma a v
        VA 1
        2
        > get a
        VALUE a 0 3
        2 \s
        END
        > set a 0 0 20
        > 18446744073709551616
        STORED
        > ma a
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > set a 0 0 20
        > 18446744073709551615
        STORED
        > ma a v
        VA 1
        0
        > get a
        VALUE a 0 20
        0                  \s
        END
        > set a 0 0 2
        > -1
        STORED
        > ma a
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > set a 0 0 2
        > +1
        STORED
        > ma a v
        VA 1
        2
        > get a
        VALUE a 0 2
        2\s
        END
        """);
  }

  @Test
  void quietIsOnlyWhatWasCounted() {
    Dialogue.follows("""
        > set a 0 0 1
        > 5
        STORED
        > ma a q v k
        > ma b q k Oo
        NF kb Oo
        > ma b N30 q v
        VA 1
        0
        > ma b N30 q v
        > mn
        MN
        """);
  }

  @Test
  void theReplyRepeatsWhatWasAskedFor() {
    Dialogue.follows("""
        > ma YQ== N0 b k Oq c
        HD kYQ== b Oq c1
        > ma YQ== b k Oq c v
        VA 1 kYQ== b Oq c2
        1
        > ma a k
        HD ka
        > mg a k
        HD ka
        > md a
        HD
        > ma YQ== b k Oq
        NF kYQ== b Oq
        """);
  }

  @Test
  void flagsAreChecked() {
    Dialogue.follows("""
        > ma
        ERROR
        > ma a z
        CLIENT_ERROR invalid or duplicate flag
        > ma a v v
        CLIENT_ERROR invalid or duplicate flag
        > ma a Dx
        CLIENT_ERROR invalid or duplicate flag
        > ma a Jx
        CLIENT_ERROR invalid or duplicate flag
        > ma a MX
        CLIENT_ERROR invalid mode for ma M token
        > ma a M
        CLIENT_ERROR invalid or duplicate flag
        > ma a MX q
        CLIENT_ERROR invalid mode for ma M token
        > ma a D-1
        CLIENT_ERROR invalid or duplicate flag
        > ma a Tx
        CLIENT_ERROR invalid or duplicate flag
        """);
  }

  @Test
  void aLeaseOutlivesACountInPlace() {
    Dialogue.follows("""
        > mg a N30
        HD W
        > ma a
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > ms b 1 T30
        > 5
        HD
        > md b I
        HD
        > ma b v
        VA 1
        6
        > mg b v c
        VA 1 c4 X W
        6
        > ma b D4 v
        VA 2
        10
        > mg b v c
        VA 2 c5
        10
        > ma b v t
        VA 2 t30
        11
        > mg b v c
        VA 2 c6
        11
        """);
  }
}
