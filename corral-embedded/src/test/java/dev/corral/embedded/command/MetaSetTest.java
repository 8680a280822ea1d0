package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class MetaSetTest {
  @Test
  void eachModeStoresAsItsNameSays() {
    Dialogue.follows("""
        > ms a 1 MR
        > x
        NS
        > ms a 1 MA
        > x
        NS
        > ms a 1 MP
        > x
        NS
        > ms a 1 ME c
        > x
        HD c1
        > ms a 1 ME c
        > y
        NS c0
        > ms a 1 MR F7 c
        > z
        HD c2
        > ms a 2 MA c
        > bc
        HD c3
        > ms a 2 MP F9 T30 c
        > 00
        HD c4
        > mg a v t f c
        VA 5 t-1 f7 c4
        00zbc
        > ms a 1 MS
        > w
        HD
        > ms a 1
        > v
        HD
        > mg a v t f c
        VA 1 t-1 f0 c6
        v
        """);
  }

  @Test
  void anUnknownModeIsRefusedAndItsValuePassedOver() {
    Dialogue.follows("""
        > ms a 3 MZ
        > abc
        CLIENT_ERROR invalid mode for ms M token
        > ms a 3 M
        > abc
        CLIENT_ERROR incorrect length for M token
        > ms a 3 MSS
        > abc
        CLIENT_ERROR incorrect length for M token
        > ms a 3 Me
        > abc
        CLIENT_ERROR invalid mode for ms M token
        > mn
        MN
        """);
  }

  @Test
  void aStoreMayBeConditional() {
    Dialogue.follows("""
        > ms a 1 C1
        > x
        NF
        > ms a 1 MA C1
        > x
        NS
        > ms a 1 c
        > x
        HD c1
        > ms a 1 C2
        > y
        EX
        > ms a 1 C1 c
        > z
        HD c2
        > ms a 1 C0
        > z
        EX
        > ms a 1 MR C2 k c
        > z
        HD ka c3
        > ms a 1 MA C3 c
        > z
        HD c4
        > ms a 1 MA C4 c
        > z
        HD c5
        > ms a 1 MP C9 c
        > z
        EX c0
        > ms a 1 ME C5 c
        > z
        NS c0
        > mg a v c
        VA 3 c5
        zzz
        """);
  }

  @Test
  void aStoreOfALateValueIsTakenAsStale() {
    Dialogue.follows("""
        > ms a 1 T30 c
        > x
        HD c1
        > md a I
        HD
        > ms a 1 I C1 c T90
        > y
        HD c3
        > mg a v c t
        VA 1 c3 t30 X W
        y
        > mg a v c t
        VA 1 c3 t30 Z X
        y
        > ms a 1 I C2 c T90
        > z
        HD c4
        > mg a v c t
        VA 1 c4 t30 Z X
        z
        > ms a 1 I C9 c T90
        > q
        EX c0
        > ms b 1 I C9 c T90
        > q
        NF c0
        > ms a 1 I
        > k
        HD
        > mg a v c t
        VA 1 c5 t-1
        k
        """);
  }

  @Test
  void theReplyRepeatsWhatWasAskedFor() {
    Dialogue.follows("""
        > ms a 1 k Oabc c
        > x
        HD ka Oabc c1
        > ms a 1 c c
        > x
        CLIENT_ERROR duplicate flag
        > ms a 1 Oabc k c s t v f h l
        > x
        HD Oabc ka c2
        > ms a 1 q k O1
        > x
        > ms a 1 q ME k O1
        > x
        NS ka O1
        > ms b 1 q MR
        > x
        NS
        > mn
        MN
        """);
  }

  @Test
  void aKeyInBase64IsTold() {
    Dialogue.follows("""
        > ms Zm9v 1 b k c
        > x
        HD kZm9v b c1
        > ms foo 1 k c
        > x
        HD kfoo c2
        > ms a 1 b k
        > x
        CLIENT_ERROR error decoding key
        > mn
        MN
        """);
  }

  @Test
  void aLengthThatIsNoneIsRefusedWithoutAValue() {
    Dialogue.follows("""
        > ms a
        CLIENT_ERROR bad command line format
        > ms a x
        CLIENT_ERROR bad command line format
        > ms a -1
        CLIENT_ERROR bad command line format
        > ms a 2147483646
        CLIENT_ERROR bad command line format
        > ms a 2147483648
        CLIENT_ERROR bad command line format
        > ms a 1x
        CLIENT_ERROR bad command line format
        > ms a 99999999999999999999
        CLIENT_ERROR bad command line format
        > ms
        ERROR
        > mn
        MN
        """);
  }

  @Test
  void aLengthIsReadAsCReadsIt() {
    Dialogue.follows("""
        > ms a +1
        > x
        HD
        > ms a 01
        > y
        HD
        > ms a 4294967297
        > z
        HD
        > mg a v
        VA 1
        z
        """);
  }

  @Test
  void aValueThatDoesNotEndIsRefused() {
    Dialogue.follows("""
        > ms a 1
        > xyz
        CLIENT_ERROR bad data chunk
        ERROR
        > ms a 1 q
        > xyz
        CLIENT_ERROR bad data chunk
        ERROR
        > mn
        MN
        > mg a v
        EN
        """);
  }

  @Test
  void flagsAreCheckedBeforeTheValue() {
    Dialogue.follows("""
        > ms a 1 z
        > x
        CLIENT_ERROR invalid flag
        > ms a 1 v v
        > x
        CLIENT_ERROR duplicate flag
        > ms a 1 Tx
        > x
        CLIENT_ERROR bad token in command line format
        > ms a 1 Fx q
        > x
        CLIENT_ERROR bad command line format
        > ms a 1 Cx
        > x
        CLIENT_ERROR bad token in command line format
        > ms a 1 F4294967297
        > x
        HD
        > mg a f v
        VA 1 f1
        x
        > ms a 1 F18446744073709551615
        > x
        HD
        > mg a f v
        VA 1 f4294967295
        x
        > ms a 1 F4294967295
        > x
        HD
        > mg a f v
        VA 1 f4294967295
        x
        > ms a 1 F-1
        > x
        CLIENT_ERROR bad command line format
        """);
  }

  @Test
  void aLifeMayHaveEnded() {
    Dialogue.follows("""
        > ms a 1 T-1
        > x
        HD
        > mg a
        EN
        > ms a 1 T1
        > x
        HD
        ~ 1
        > mg a
        EN
        > ms a 1 T4102444800
        > x
        HD
        > mg a v
        EN
        """);
  }

  @Test
  void whatIsAppendedToAStaleItemMakesItFresh() {
    Dialogue.follows("""
        > ms a 1
        > x
        HD
        > md a I
        HD
        > mg a
        HD X W
        > ms a 1 MA
        > y
        HD
        > mg a v
        VA 2
        xy
        """);
  }
}
