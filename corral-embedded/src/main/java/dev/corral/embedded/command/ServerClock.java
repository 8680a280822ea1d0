package dev.corral.embedded.command;

import dev.corral.item.Entry;
import dev.corral.item.ItemTable;
import java.time.Instant;

/** The server's time in whole seconds, and how it reads the lives that clients give to items. */
/* design
 *
 * The server counts from 62 when it starts: so no moment of its life is 0, which means "never", nor
 * 1, which means "long ago". A life of up to 30 days is a length of time, a greater number is a date
 * in Unix time, and a negative one is over at once. Clients see these numbers where a life that is
 * over is told as what is left of it: as a difference in 32 bits.
 */
final class ServerClock {
  private static final long SECOND = 1_000_000_000L;
  private static final long FIRST_SECOND = 62;
  private static final int LONGEST_LENGTH = 60 * 60 * 24 * 30;
  private static final long LONG_AGO = 1;

  private final ItemTable<?> items;
  private final long zero;

  ServerClock(ItemTable<?> items, Instant start) {
    this.items = items;
    this.zero = start.getEpochSecond() - FIRST_SECOND;
  }

  /** What the server calls now. */
  long seconds() {
    return FIRST_SECOND + items.now() / SECOND;
  }

  /** The time of day. */
  long unixTime() {
    return zero + seconds();
  }

  /** How long it runs; it claims two seconds more. */
  long uptime() {
    return seconds() - FIRST_SECOND + 2;
  }

  /** When an item dies that is given such a life, in the table's time. */
  long deadline(int life) {
    return life == 0 ? Entry.NO_DEADLINE : tableTime(moment(life));
  }

  /** The second at which such a life ends. */
  long moment(int life) {
    if (life < 0) {
      return LONG_AGO;
    }
    if (life <= LONGEST_LENGTH) {
      return life + seconds();
    }
    return life <= zero ? LONG_AGO : life - zero;
  }

  /** A second of the server's in the table's time. */
  long tableTime(long second) {
    return (second - FIRST_SECOND) * SECOND;
  }

  /** How many seconds lie ahead of a moment of the table's; below zero if it has passed. */
  long until(long tableTime) {
    return (tableTime - items.now()) / SECOND;
  }
}
