package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class ClassicStoresTest {
  @Test
  void eachCommandStoresOnItsCondition() {
    Dialogue.follows("""
        > replace a 0 0 1
        > x
        NOT_STORED
        > append a 0 0 1
        > x
        NOT_STORED
        > prepend a 0 0 1
        > x
        NOT_STORED
        > add a 1 0 1
        > x
        STORED
        > add a 1 0 1
        > y
        NOT_STORED
        > append a 2 100 2
        > bc
        STORED
        > prepend a 3 100 2
        > 00
        STORED
        > gets a
        VALUE a 1 5 3
        00xbc
        END
        > replace a 4 0 1
        > z
        STORED
        > gets a
        VALUE a 4 1 4
        z
        END
        > mg a t
        HD t-1
        """);
  }

  @Test
  void aStoreMayBeConditional() {
    Dialogue.follows("""
        > cas a 0 0 1 1
        > x
        NOT_FOUND
        > set a 0 0 1
        > x
        STORED
        > cas a 0 0 1 9
        > y
        EXISTS
        > cas a 7 0 1 1
        > y
        STORED
        > gets a
        VALUE a 7 1 2
        y
        END
        > cas a 0 0 1 0
        > z
        EXISTS
        > cas a 0 0 1 x
        CLIENT_ERROR bad command line format
        > cas a 0 0 1 2 noreply
        > z
        > gets a
        VALUE a 0 1 3
        z
        END
        > cas a 0 0 1
        ERROR
        """);
  }

  @Test
  void aStoreWithoutReplyIsSilentEvenInError() {
    Dialogue.follows("""
        > set a 0 0 1 noreply
        > x
        > add a 0 0 1 noreply
        > x
        > set a 0 0 1 noreply
        > xyz
        ERROR
        > replace q 0 0 1 noreply
        > x
        > set a x 0 1 noreply
        > set a 0 0 -1 noreply
        > set a 0 0 1 noreplyy
        > x
        STORED
        > set a 0 0 1 NOREPLY
        > y
        STORED
        > get a
        VALUE a 0 1
        y
        END
        """);
  }

  @Test
  void aLineThatIsNoStoreIsRefused() {
    Dialogue.follows("""
        > set
        ERROR
        > set a
        ERROR
        > set a 0 0
        ERROR
        > set a 0 0 1 2 3
        ERROR
        > set a x 0 1
        CLIENT_ERROR bad command line format
        > set a 0 x 1
        CLIENT_ERROR bad command line format
        > set a 0 0 x
        CLIENT_ERROR bad command line format
        > set a 0 0 -1
        CLIENT_ERROR bad command line format
        > set a -1 0 1
        CLIENT_ERROR bad command line format
        > set a 0 0 2147483646
        CLIENT_ERROR bad command line format
        > set a 99999999999999999999 0 1
        CLIENT_ERROR bad command line format
        > set a 0 99999999999999999999 1
        CLIENT_ERROR bad command line format
        > mn
        MN
        """);
  }

  @Test
  void numbersAreReadAsCReadsThem() {
    Dialogue.follows("""
        > set a 4294967297 0 1
        > x
        STORED
        > get a
        VALUE a 1 1
        x
        END
        > set a +1 +0 +1
        > y
        STORED
        > get a
        VALUE a 1 1
        y
        END
        > set a 18446744073709551615 0 01
        > z
        STORED
        > get a
        VALUE a 4294967295 1
        z
        END
        > set a 0 4294967295 1
        > w
        STORED
        > get a
        END
        > set a 0 0 4294967297
        > v
        STORED
        > get a
        VALUE a 0 1
        v
        END
        > set a 1\t 0\t 1\tx
        > u
        STORED
        > get a
        VALUE a 1 1
        u
        END
        """);
  }

  @Test
  void aValueThatDoesNotEndIsRefused() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > set a 0 0 1
        > xyz
        CLIENT_ERROR bad data chunk
        ERROR
        > get a
        VALUE a 0 1
        x
        END
        > set a 0 0 3
        > x
        > y
        CLIENT_ERROR bad data chunk
        ERROR
        > get a
        VALUE a 0 1
        x
        END
        """);
  }

  @Test
  void lifeIsALengthOrADate() {
    Dialogue.follows("""
        > set a 0 1 1
        > x
        STORED
        > set b 0 -1 1
        > x
        STORED
        > set c 0 2592000 1
        > x
        STORED
        > set d 0 2592001 1
        > x
        STORED
        > set e 0 4102444800 1
        > x
        STORED
        > get a b c d e
        VALUE a 0 1
        x
        VALUE c 0 1
        x
        END
        ~ 1
        > get a b c d e
        VALUE c 0 1
        x
        END
        """);
  }
}
