package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class MetaGetTest {
  @Test
  void aMissEchoesOnlyWhatWasAskedFor() {
    Dialogue.follows("""
        > mg k
        EN
        > mg k v t c
        EN
        > mg k k Oabc v
        EN kk Oabc
        > mg k O1 k q
        > mn
        MN
        """);
  }

  @Test
  void eachFlagTellsOneThing() {
    Dialogue.follows("""
        > set a 5 0 3
        > abc
        STORED
        > mg a
        HD
        > mg a v
        VA 3
        abc
        > mg a s
        HD s3
        > mg a t c f k
        HD t-1 c1 f5 ka
        > mg a Oq s v k
        VA 3 Oq s3 ka
        abc
        > mg a f s
        HD f5 s3
        > mg a q v
        VA 3
        abc
        > mg a q
        HD
        """);
  }

  @Test
  void theRestOfALifeIsTold() {
    Dialogue.follows("""
        > ms a 1 T100
        > x
        HD
        > mg a t
        HD t100
        ~ 3
        > mg a t
        HD t97
        > mg a T2 t
        HD t2
        ~ 2
        > mg a t
        EN
        """);
  }

  @Test
  void flagsAreObeyedInTheirOrder() {
    Dialogue.follows("""
        > ms a 1 T100
        > x
        HD
        > mg a t T30 t
        CLIENT_ERROR duplicate flag
        > mg a T0 t
        HD t-1
        > mg a t T-1 k
        HD t-1 ka
        > mg a t
        EN
        """);
  }

  @Test
  void aMissWithALeaseIsWonOnce() {
    Dialogue.follows("""
        > mg k N30 v t c f
        VA 0 t30 c1 f0 W

        > mg k N30 v t c f
        VA 0 t30 c1 f0 Z

        > mg k v
        VA 0 Z

        > get k
        VALUE k 0 0

        END
        > ms k 3 C1
        > abc
        HD
        > mg k N30 v t
        VA 3 t-1
        abc
        """);
  }

  @Test
  void theLifeOfALeaseIsToldBehindIt() {
    Dialogue.follows("""
        > mg k t N30
        HD t-1 W
        > mg j N30 t
        HD t30 W
        > mg i N0 t
        HD t-1 W
        > mg i N0 t
        HD t-1 Z
        """);
  }

  @Test
  void aLeaseThatIsOverIsWonByEverybody() {
    Dialogue.follows("""
        > mg k N-1 c
        HD c1 W
        > mg k N-1 c
        HD c2 W
        > mg k N1 c
        HD c3 W
        ~ 1
        > mg k N1 c
        HD c4 W
        """);
  }

  @Test
  void aStaleItemIsWonByWhoeverReadsItFirst() {
    Dialogue.follows("""
        > ms k 1
        > x
        HD
        > md k I
        HD
        > get k
        VALUE k 0 1
        x
        END
        > mg k
        HD X W
        > mg k v
        VA 1 Z X
        x
        > mg k N30 R30 v
        VA 1 Z X
        x
        > ms k 1
        > y
        HD
        > mg k v
        VA 1
        y
        """);
  }

  @Test
  void anItemNearItsEndIsWonOnce() {
    Dialogue.follows("""
        > ms k 1 T30
        > x
        HD
        > mg k R30
        HD
        > mg k R31 t
        HD t30 W
        > mg k R31 t
        HD t30 Z
        > mg k R0
        HD Z
        > mg j R30 N30
        HD W
        > mg j R60
        HD Z
        > ms i 1
        > x
        HD
        > mg i R30
        HD
        > ms h 1 T30
        > x
        HD
        > mg h R-1
        HD
        > mg h R2592001
        HD
        > mg h R4102444800
        HD
        """);
  }

  @Test
  void aLifeOverOnADateLongPastIsToldIn32Bits() {
    Dialogue.follows("""
        > ms k 1 T30
        > x
        HD
        > mg k T-5 k
        HD kk
        > mg k
        EN
        > ms k 1 T2592001
        > x
        HD
        > mg k
        EN
        > mg j T2592000 N2592000 t
        HD t2592000 W
        """);
  }

  @Test
  void theServerNotesWhenAnItemWasUsed() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > mg a h l
        HD h0 l0
        > mg a h
        HD h1
        ~ 2
        > mg a u l
        HD l2
        > set b 0 0 1
        > x
        STORED
        > get b
        VALUE b 0 1
        x
        END
        ~ 2
        > mg b h l
        HD h1 l2
        """);
  }

  @Test
  void aReadWithoutABumpLeavesNoTrace() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > mg a u v
        VA 1
        x
        > mg a u h l
        HD h0 l0
        > mg a h
        HD h0
        > mg a h
        HD h1
        """);
  }

  @Test
  void aWinLeavesTheNoteOfItsUse() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > get a
        VALUE a 0 1
        x
        END
        > md a I
        HD
        > mg a h c
        HD h1 c2 X W
        > mg a h T30
        HD h1 Z X
        """);
  }
}
