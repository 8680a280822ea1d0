package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class AdminCommandsTest {
  @Test
  void itsVersionIsThatOfTheServerItStandsFor() {
    Dialogue.follows("""
        > version
        VERSION 1.6.18
        > version a
        VERSION 1.6.18
        """);
  }

  @Test
  void verbosityIsTaken() {
    Dialogue.follows("""
        > verbosity
        ERROR
        > verbosity 1
        OK
        > verbosity 0 noreply
        > verbosity x
        CLIENT_ERROR bad command line format
        > verbosity noreply
        > verbosity 0 1
        OK
        > verbosity 0 1 2
        ERROR
        > mn
        MN
        """);
  }

  @Test
  void allIsFlushedAtOnce() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > flush_all
        OK
        > get a
        END
        > set a 0 0 1
        > y
        STORED
        > get a
        VALUE a 0 1
        y
        END
        > flush_all noreply
        > get a
        END
        > mn
        MN
        """);
  }

  @Test
  void aFlushMayBeDelayed() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > flush_all 2
        OK
        > get a
        VALUE a 0 1
        x
        END
        > set b 0 0 1
        > y
        STORED
        ~ 1
        > get a b
        END
        > set c 0 0 1
        > z
        STORED
        ~ 1
        > get a b c
        END
        > set d 0 0 1
        > z
        STORED
        > get a b c d
        VALUE d 0 1
        z
        END
        """);
  }

  @Test
  void aLaterFlushTakesThePlaceOfAnEarlier() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > flush_all 5
        OK
        > flush_all 2
        OK
        > get a
        VALUE a 0 1
        x
        END
        ~ 2
        > get a
        END
        > flush_all 5
        OK
        > set b 0 0 1
        > x
        STORED
        > flush_all
        OK
        > get b
        END
        """);
  }

  @Test
  void aFlushInThePastIsOneAtOnce() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > flush_all -1
        OK
        > get a
        END
        > flush_all 0
        OK
        > get a
        END
        > set a 0 0 1
        > y
        STORED
        > get a
        VALUE a 0 1
        y
        END
        > flush_all 0 noreply
        > get a
        END
        """);
  }

  @Test
  void aFlushThatIsNoneIsRefused() {
    Dialogue.follows("""
        > flush_all x
        CLIENT_ERROR invalid exptime argument
        > flush_all 1 2
        OK
        > flush_all 1 2 3
        ERROR
        > flush_all x noreply
        > mn
        MN
        """);
  }

  @Test
  void whatIsUnknownIsAnError() {
    Dialogue.follows("""
        > foo
        ERROR
        > foo bar
        ERROR
        > fo
        ERROR
        > VERSION
        ERROR
        > GET a
        ERROR
        > sets a
        ERROR
        > shutdown
        ERROR: shutdown not enabled
        > shutdown x
        ERROR: shutdown not enabled
        > mn
        MN
        """);
  }
}
