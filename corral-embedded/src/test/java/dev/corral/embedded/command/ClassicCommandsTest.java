package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class ClassicCommandsTest {
  @Test
  void whatIsStoredCanBeRead() {
    Dialogue.follows("""
        > get a
        END
        > set a 5 0 3
        > abc
        STORED
        > get a
        VALUE a 5 3
        abc
        END
        > gets a
        VALUE a 5 3 1
        abc
        END
        > set b 0 0 0
        >
        STORED
        > get b a c a
        VALUE b 0 0

        VALUE a 5 3
        abc
        VALUE a 5 3
        abc
        END
        > gets b a
        VALUE b 0 0 2

        VALUE a 5 3 1
        abc
        END
        > bget a
        VALUE a 5 3
        abc
        END
        """);
  }

  @Test
  void anItemIsTouched() {
    Dialogue.follows("""
        > touch a 30
        NOT_FOUND
        > set a 0 0 1
        > x
        STORED
        > touch a 30
        TOUCHED
        > mg a t
        HD t30
        > touch a 30 noreply
        > touch b 30 noreply
        > touch a x
        CLIENT_ERROR invalid exptime argument
        > touch a
        ERROR
        > touch a 1 2 3
        ERROR
        > touch a 0 x
        TOUCHED
        > mg a t
        HD t-1
        > touch a -1
        TOUCHED
        > get a
        END
        """);
  }

  @Test
  void anItemIsReadAndTouched() {
    Dialogue.follows("""
        > gat 30 a
        END
        > set a 5 0 1
        > x
        STORED
        > gat 30 a
        VALUE a 5 1
        x
        END
        > gats 60 a b a
        VALUE a 5 1 1
        x
        VALUE a 5 1 1
        x
        END
        > mg a t
        HD t60
        > gat x a
        CLIENT_ERROR invalid exptime argument
        > gat 30
        END
        > gat
        ERROR
        > gats
        ERROR
        > gat -1 a
        VALUE a 5 1
        x
        END
        > get a
        END
        """);
  }

  @Test
  void aCounterIsCounted() {
    Dialogue.follows("""
        > incr a 1
        NOT_FOUND
        > decr a 1
        NOT_FOUND
        > set a 0 0 1
        > 5
        STORED
        > incr a 5
        10
        > decr a 1
        9
        > get a
        VALUE a 0 2
        9\s
        END
        > decr a 100
        0
        > incr a 18446744073709551615
        18446744073709551615
        > incr a 2
        1
        > incr a 1 noreply
        > decr a 1 noreply
        > incr q 1 noreply
        > incr a x
        CLIENT_ERROR invalid numeric delta argument
        > incr a -1
        CLIENT_ERROR invalid numeric delta argument
        > incr a 18446744073709551616
        CLIENT_ERROR invalid numeric delta argument
        > incr a
        ERROR
        > incr a 1 2 3
        ERROR
        > incr a 1 x
        2
        > gets a
        VALUE a 0 20 9
        2                  \s
        END
        > set b 0 0 3
        > abc
        STORED
        > incr b 1
        CLIENT_ERROR cannot increment or decrement non-numeric value
        > decr b 1 noreply
        """);
  }

  @Test
  void anItemIsDeleted() {
    Dialogue.follows("""
        > delete a
        NOT_FOUND
        > set a 0 0 1
        > x
        STORED
        > delete a
        DELETED
        > get a
        END
        > set a 0 0 1
        > x
        STORED
        > delete a 0
        DELETED
        > set a 0 0 1
        > x
        STORED
        > delete a noreply
        > get a
        END
        > set a 0 0 1
        > x
        STORED
        > delete a 0 noreply
        > delete a 1
        CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]
        > delete a 1 noreply
        > delete a 0 0
        CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]
        > delete a noreply 0
        CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]
        > delete
        ERROR
        > delete a 0 noreply x
        ERROR
        > delete a 00
        CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]
        > get a
        END
        """);
  }

  @Test
  void aLineWithoutWordsIsAnError() {
    Dialogue.follows("""
        >
        ERROR
        > \s
        ERROR
        > a
        ERROR
        > get
        ERROR
        > gets
        ERROR
        > bget
        ERROR
        > get\s
        ERROR
        >   get a
        END
        > \tget a
        ERROR
        """);
  }

  @Test
  void aNulEndsALine() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > get a\0 b c
        VALUE a 0 1
        x
        END
        > get\0 a
        ERROR
        > \0get a
        ERROR
        > mn
        MN
        """);
  }

  @Test
  void aCountedItemKeepsItsFlagsAndLife() {
    Dialogue.follows("""
        > set a 5 30 1
        > 9
        STORED
        > incr a 1
        10
        > mg a f t v
        VA 2 f5 t30
        10
        > decr a 1
        9
        > mg a f t v s
        VA 2 f5 t30 s2
        9\s
        """);
  }
}
