package dev.corral.it.embedded;

import java.util.ArrayList;
import java.util.List;

/** Commands of all kinds, each with what it finds and what it does not. */
final class StatsScript {
  /** Of several classes: from the smallest to one that takes several chunks. */
  private static final int[] SIZES = {1, 30, 60, 500, 5_000, 60_000, 524_000, 700_000};

  private StatsScript() {}

  static List<String> commands() {
    List<String> commands = new ArrayList<>();
    for (int size : SIZES) {
      classic("classic" + size, size, commands);
      meta("meta" + size, size, commands);
    }
    counters(commands);
    errors(commands);
    return commands;
  }

  /** Reads of all keys that the commands leave. */
  static List<String> reads() {
    List<String> reads = new ArrayList<>();
    for (int size : SIZES) {
      reads.add("get classic" + size + " gone");
      reads.add("mg meta" + size + " s");
    }
    for (String counter : List.of("number", "grown", "created", "word", "placeholder", "flagged")) {
      reads.add("mg " + counter + " v");
    }
    return reads;
  }

  private static void classic(String key, int size, List<String> commands) {
    String value = "v".repeat(size);
    commands.add("add " + key + " 0 0 1\r\na");
    commands.add("add " + key + " 7 0 " + size + "\r\n" + value);
    commands.add("set " + key + " 0 0 " + size + "\r\n" + value);
    commands.add("set " + key + " 0 100 " + size + " noreply\r\n" + value);
    commands.add("replace " + key + " 5 0 " + size + "\r\n" + value);
    commands.add("replace no" + key + " 5 0 " + size + "\r\n" + value);
    commands.add("cas " + key + " 0 0 " + size + " 999999\r\n" + value);
    commands.add("cas no" + key + " 0 0 " + size + " 1\r\n" + value);
    commands.add("append no" + key + " 0 0 1\r\na");
    if (size < 100_000) {
      commands.add("append " + key + " 0 0 " + size + "\r\n" + value);
      commands.add("prepend " + key + " 0 0 3\r\nabc");
    }
    commands.add("get " + key);
    commands.add("gets " + key + " no" + key + " " + key);
    commands.add("gat 50 " + key + " no" + key);
    commands.add("gats 0 " + key);
    commands.add("touch " + key + " 0");
    commands.add("touch no" + key + " 0");
    commands.add("touch " + key + " 0 noreply");
    commands.add("set short" + key + " 0 -1 " + size + "\r\n" + value);
    commands.add("get short" + key);
    commands.add("set brief" + key + " 0 0 " + size + "\r\n" + value);
    commands.add("delete brief" + key);
    commands.add("delete brief" + key);
    commands.add("delete brief" + key + " noreply");
    commands.add("incr " + key + " 1");
  }

  private static void meta(String key, int size, List<String> commands) {
    String value = "v".repeat(size);
    commands.add("ms " + key + " " + size + " T0\r\n" + value);
    commands.add("ms " + key + " " + size + " T100 F7 q\r\n" + value);
    commands.add("ms " + key + " " + size + " ME\r\n" + value);
    commands.add("ms " + key + " " + size + " MR\r\n" + value);
    commands.add("ms " + key + " " + size + " C1\r\n" + value);
    commands.add("ms " + key + " " + size + " C1 I\r\n" + value);
    commands.add("ms no" + key + " " + size + " C1\r\n" + value);
    commands.add("mg " + key);
    commands.add("mg " + key + " s v q");
    commands.add("mg " + key + " T30 t");
    commands.add("mg no" + key + " T30 v");
    commands.add("mg no" + key + " q");
    commands.add("mg " + key + " O123456789012345678901234567890123");
    commands.add("mg brief" + key + " N10 s");
    commands.add("md brief" + key);
    commands.add("md brief" + key + " q");
    commands.add("md " + key + " C1");
    commands.add("md " + key + " I T0");
    commands.add("mg " + key);
    commands.add("me " + key);
    commands.add("me no" + key);
  }

  private static void counters(List<String> commands) {
    commands.add("set number 0 0 2\r\n10");
    commands.add("incr number 5");
    commands.add("decr number 14");
    commands.add("incr number 2 noreply");
    commands.add("incr none 1");
    commands.add("decr none 1");
    commands.add("set grown 3 0 1\r\n9");
    commands.add("incr grown 1");
    commands.add("ma grown D90 v");
    commands.add("ma grown MD q");
    commands.add("ma none");
    commands.add("ma none MD");
    commands.add("ma created N0 J13 v");
    commands.add("ma created C1");
    commands.add("set word 0 0 4\r\nword");
    commands.add("incr word 1");
    commands.add("ma word");
    commands.add("mg placeholder N0 s v");
    commands.add("mg placeholder N0 s v");
    commands.add("set flagged 4294967295 0 1\r\na");
    commands.add("verbosity 1");
  }

  private static void errors(List<String> commands) {
    String tooLong = "k".repeat(251);
    commands.add("set large 0 0 1\r\na");
    commands.add("set large 0 0 1048600\r\n" + "v".repeat(1_048_600));
    commands.add("add large 0 0 1048600\r\n" + "v".repeat(1_048_600));
    commands.add("ms large 1048600\r\n" + "v".repeat(1_048_600));
    commands.add("set bad 0 0 3\r\nabcde");
    commands.add("ms bad 200\r\n" + "v".repeat(202));
    commands.add("set bad x 0 3");
    commands.add("get " + tooLong);
    commands.add("get number " + tooLong);
    commands.add("touch number x");
    commands.add("incr number x");
    commands.add("mg number Z");
    commands.add("mg number v v");
    commands.add("delete number 5");
    commands.add("flush_all x");
    commands.add("foo");
    commands.add("get");
    commands.add("stats foo");
  }
}
