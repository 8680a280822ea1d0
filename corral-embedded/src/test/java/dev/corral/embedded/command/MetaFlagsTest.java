package dev.corral.embedded.command;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.Test;

/** What is expected here was heard from memcached 1.6.18. */
class MetaFlagsTest {
  @Test
  void aKeyInBase64IsOneAndTheSame() {
    Dialogue.follows("""
        > ms Zm9v b 2
        CLIENT_ERROR bad command line format
        > ms Zm9v 2 b k
        > xy
        HD kZm9v b
        > mg foo k v
        VA 2 kZm9v b
        xy
        > mg Zm9v b k v
        VA 2 kZm9v b
        xy
        > mg Zm9v b k q Oo
        HD kZm9v b Oo
        > md foo k
        HD kfoo
        > mg Zm9v b k
        EN kZm9v b
        > mg Zm9v k b Oz
        EN kZm9v b Oz
        > set foo 0 0 1
        > x
        STORED
        > mg Zm9v b k
        HD kfoo
        """);
  }

  @Test
  void aKeyThatIsNoBase64IsRefused() {
    Dialogue.follows("""
        > mg a b
        CLIENT_ERROR error decoding key
        > mg Zm9 b
        CLIENT_ERROR error decoding key
        > mg Zm9v= b
        CLIENT_ERROR error decoding key
        > mg ==== b
        CLIENT_ERROR error decoding key
        > mg Zm9v==== b k
        CLIENT_ERROR error decoding key
        > mg Zm9vZg== b k
        EN kZm9vZg== b
        > mg Zm9vZg==Zm9v b k
        EN kZm9vZg== b
        > mg Z.m-9_v b k
        EN kZm9v b
        > mg Zm9vZg=a b k
        EN kZm9vZgA= b
        """);
  }

  @Test
  void aFlagThatIsUnknownOrTwiceIsRefused() {
    Dialogue.follows("""
        > mg a z
        CLIENT_ERROR invalid flag
        > mg a v v
        CLIENT_ERROR duplicate flag
        > mg a T30 T30
        CLIENT_ERROR duplicate flag
        > mg a z v v
        CLIENT_ERROR invalid flag
        > mg a \u00ff
        CLIENT_ERROR duplicate flag
        > mg a q z
        CLIENT_ERROR invalid flag
        > mg a 1
        CLIENT_ERROR invalid flag
        """);
  }

  @Test
  void aFlagWithABadNumberIsRefusedInTheWordsOfTheLast() {
    Dialogue.follows("""
        > mg a T
        CLIENT_ERROR bad token in command line format
        > mg a Tx
        CLIENT_ERROR bad token in command line format
        > mg a Nx Rx
        CLIENT_ERROR bad token in command line format
        > mg a Fx
        CLIENT_ERROR bad command line format
        > mg a Fx Tx
        CLIENT_ERROR bad token in command line format
        > mg a Cx
        CLIENT_ERROR bad token in command line format
        > mg a C-1
        CLIENT_ERROR bad token in command line format
        > mg a Tx Jx
        CLIENT_ERROR invalid numeric initial value
        > mg a Jx Dx
        CLIENT_ERROR invalid numeric delta value
        > mg a Dx Tx
        CLIENT_ERROR bad token in command line format
        > mg a M
        CLIENT_ERROR incorrect length for M token
        > mg a Mxx
        CLIENT_ERROR incorrect length for M token
        > mg a Mxx Tx
        CLIENT_ERROR bad token in command line format
        > mg a Tx z
        CLIENT_ERROR invalid flag
        > mg a F-1
        CLIENT_ERROR bad command line format
        """);
  }

  @Test
  void flagsOfOtherCommandsArePassedOver() {
    Dialogue.follows("""
        > set a 0 0 1
        > x
        STORED
        > mg a P L C5 MS I J1 D1 F1 v
        VA 1
        x
        > mg a Pfoo Lbar v
        VA 1
        x
        """);
  }

  @Test
  void aWordThatIsMissingMakesNoCommand() {
    Dialogue.follows("""
        > mg
        ERROR
        > mg\s
        ERROR
        > mg a   v
        EN
        """);
  }
}
