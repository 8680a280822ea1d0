package dev.corral.it.embedded.differential;

import dev.corral.it.Memcached;
import dev.corral.it.embedded.Dialogue;
import dev.corral.it.embedded.Reply;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The real server and its twin, which get the same bytes at the same time of their clocks. Not for
 * several threads.
 */
final class Twins implements AutoCloseable {
  /*
   * Everything that is sent ends with an item that is stored under a name of our own, and read. Its
   * expiry is a date, so what remains of it tells the server's clock; its CAS tells how many numbers
   * have been given. Both are compared like any other reply.
   *
   * The real clock goes on by itself, once a second. So nothing is sent shortly before it will: its
   * next second is awaited, and the twin's clock moved to the same. If the machine was so busy that
   * the second fell into a sequence nevertheless, the two may have seen different times. Then they
   * are levelled (no items, one CAS, one time) and get the same sequence again.
   */
  private static final long FAR_DATE = 2_147_480_000L;

  private static final Pattern MARK = Pattern.compile("HD t(\\d+) c(\\d+) O~\\d+\r\n$");
  private static final int MOST_OF_MARK = 80;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(985);

  private final Twin other;
  private final Dialogue real;
  private final Dialogue twin;
  private final RandomGenerator cuts;
  private Moment moment = new Moment(0, 0);
  private long ticked = System.nanoTime();
  private long marks;

  Twins(InetSocketAddress realAddress, Twin other, RandomGenerator cuts) {
    this.real = new Dialogue(realAddress);
    this.other = other;
    this.twin = new Dialogue(other.address());
    this.cuts = cuts;
    level();
  }

  Moment moment() {
    return moment;
  }

  /** Sends the same to both, in pieces, and listens until all of it is answered. */
  Answers say(String bytes) {
    String mark = "O~" + marks++ + "\r\n";
    String all = bytes + "ms clock 1 q T" + FAR_DATE + "\r\n0\r\nmg clock t c " + mark;
    // In turns: each has time to read a piece while the other gets it.
    for (String piece : pieces(all)) {
      real.say(List.of(piece));
      twin.say(List.of(piece));
    }
    return new Answers(bytes, real.hear(mark), twin.hear(mark));
  }

  /** Sends the same to both, and listens until both have ended the connection. */
  Answers sayLast(String bytes) {
    for (Dialogue each : List.of(real, twin)) {
      each.say(List.of(bytes));
      each.endOutput();
    }
    return new Answers(bytes, real.hearAll(), twin.hearAll());
  }

  private List<String> pieces(String bytes) {
    List<String> pieces = new ArrayList<>();
    int begin = 0;
    int most = cuts.nextInt(40) == 0 ? 30 : 4;
    for (int cut = cuts.nextInt(most); cut > 0; cut--) {
      int end = cuts.nextInt(begin, bytes.length());
      pieces.add(bytes.substring(begin, end));
      begin = end;
    }
    pieces.add(bytes.substring(begin));
    return pieces;
  }

  /** Whether the real clock went on while these were said; if not, then they may be compared. */
  boolean sawOneTime(Answers answers) {
    Moment now = moment(answers.real());
    if (now == null) {
      return true;
    }
    boolean isSame = now.epochSecond() == moment.epochSecond();
    moment = new Moment(now.cas(), moment.epochSecond());
    return isSame;
  }

  /** Whether the real clock is about to go on. */
  boolean isSecondOver() {
    return System.nanoTime() - ticked > QUIET_NANOS;
  }

  /** Waits until the real clock goes on, and has the twin's follow. */
  void awaitNextSecond() {
    long before = moment.epochSecond();
    Memcached.awaitUntil("the next second", () -> time(say("").real()) > before);
    follow();
  }

  private void follow() {
    Memcached.awaitUntil("the clocks to be equal", () -> {
      Answers answers = say("");
      Moment now = require(answers.real());
      if (now.epochSecond() > moment.epochSecond()) {
        ticked = System.nanoTime();
      }
      moment = now;
      long behind = now.epochSecond() - time(answers.twin());
      if (behind > 0) {
        other.elapse(Duration.ofSeconds(behind));
      }
      return behind == 0;
    });
  }

  /** Makes both servers alike, whatever has happened to them. */
  void level() {
    reconnect();
    follow();
    Answers flushed = say("flush_all\r\n");
    long ahead = require(flushed.real()).cas() - require(flushed.twin()).cas();
    String steps = "ms clock 0 q\r\n\r\n".repeat((int) Math.abs(ahead));
    String mark = "mg clock O~" + marks++ + "\r\n";
    Dialogue behind = ahead > 0 ? twin : real;
    behind.say(List.of(steps + mark));
    behind.hear(mark.substring("mg clock ".length()));
    follow();
  }

  /** Lets what is said next begin a connection. */
  void reconnect() {
    real.close();
    twin.close();
  }

  private static long time(Reply reply) {
    return require(reply).epochSecond();
  }

  private static Moment require(Reply reply) {
    Moment moment = moment(reply);
    if (moment == null) {
      throw new AssertionError("no mark in " + Answers.escape(reply.bytes()) + reply.ending());
    }
    return moment;
  }

  private static @Nullable Moment moment(Reply reply) {
    String bytes = reply.bytes();
    Matcher mark = MARK.matcher(bytes.substring(Math.max(0, bytes.length() - MOST_OF_MARK)));
    return mark.find()
        ? new Moment(Long.parseLong(mark.group(2)), FAR_DATE - Long.parseLong(mark.group(1)))
        : null;
  }

  @Override
  public void close() {
    real.close();
    twin.close();
    other.close();
  }
}
