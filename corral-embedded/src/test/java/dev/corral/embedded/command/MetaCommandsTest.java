package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class MetaCommandsTest {
  @Test
  void aDeletedItemIsGone() {
    Dialogue.follows("""
        > md a
        NF
        > ms a 1
        > x
        HD
        > md a k Oq
        HD ka Oq
        > mg a
        EN
        > md a q
        NF
        > mn
        MN
        > ms a 1
        > x
        HD
        > md a q
        > mn
        MN
        > mg a
        EN
        > md a Oq k b
        CLIENT_ERROR invalid or duplicate flag
        > md YQ== Oq k b q
        NF Oq kYQ== b
        """);
  }

  @Test
  void aDeleteMayBeConditional() {
    Dialogue.follows("""
        > ms a 1 c
        > x
        HD c1
        > md a C2 k
        EX ka
        > md a C0
        EX
        > md a C2 q
        EX
        > md a Cx
        CLIENT_ERROR invalid or duplicate flag
        > mg a v c
        VA 1 c1
        x
        > md a C1
        HD
        > mg a
        EN
        > md a C1
        NF
        """);
  }

  @Test
  void anItemMayBeMarkedStale() {
    Dialogue.follows("""
        > ms a 1 T30 c F3
        > x
        HD c1
        > md a I
        HD
        > mg a c t f v
        VA 1 c2 t30 f3 X W
        x
        > md a I T90 C2
        HD
        > mg a c t f v
        VA 1 c3 t90 f3 X W
        x
        > md a I T0 q
        > mg a c t f v
        VA 1 c4 t-1 f3 X W
        x
        > md a T30
        HD
        > mg a
        EN
        > md a I
        NF
        """);
  }

  @Test
  void aDeleteChecksItsFlags() {
    Dialogue.follows("""
        > ms a 1
        > x
        HD
        > md a z
        CLIENT_ERROR invalid or duplicate flag
        > md a v v
        CLIENT_ERROR invalid or duplicate flag
        > md a Tx
        CLIENT_ERROR invalid or duplicate flag
        > md a Tx q
        CLIENT_ERROR invalid or duplicate flag
        > md a v s t c f h l u
        HD
        > md
        ERROR
        > md\s
        ERROR
        """);
  }

  @Test
  void nothingIsAskedAndAnswered() {
    Dialogue.follows("""
        > mn
        MN
        > mn a b c
        MN
        """);
  }

  @Test
  void unknownMetaCommandsAreErrors() {
    Dialogue.follows("""
        > m
        ERROR
        > mx
        ERROR
        > mx a
        ERROR
        > mgg a
        ERROR
        > mn1
        ERROR
        """);
  }

  @Test
  void anItemIsDescribed() {
    Dialogue.follows("""
        > me a
        EN
        > me
        CLIENT_ERROR bad command line format
        > me a b
        CLIENT_ERROR bad command line format
        > set a 0 0 3
        > abc
        STORED
        > me a
        ME a exp=-1 la=0 cas=1 fetch=no cls=1 size=63
        > me a x
        ME a exp=-1 la=0 cas=1 fetch=no cls=1 size=63
        > me YQ== b
        ME a exp=-1 la=0 cas=1 fetch=no cls=1 size=63
        > me YQ= b
        CLIENT_ERROR bad command line format
        > get a
        VALUE a 0 3
        abc
        END
        > ms a 5 T30 F1 c
        > abcde
        HD c2
        ~ 2
        > me a
        ME a exp=-28 la=2 cas=2 fetch=no cls=1 size=69
        > get a
        VALUE a 1 5
        abcde
        END
        > me a
        ME a exp=-28 la=2 cas=2 fetch=yes cls=1 size=69
        > ms Zm9v 1 b
        > x
        HD
        > me foo
        ME Zm9v exp=-1 la=0 cas=3 fetch=no cls=1 size=63
        > me Zm9v b
        ME Zm9v exp=-1 la=0 cas=3 fetch=no cls=1 size=63
        > mg a T-1
        HD
        > me a
        EN
        """);
  }
}
