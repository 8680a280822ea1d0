package dev.corral.it;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a test and a JVM that it started say to each other: a line on the wire, whatever is in it.
 *
 * @param kind what it is about, by which the other side waits for it
 * @param fields what there is to say, in an order that both sides know
 */
public record Message(String kind, List<String> fields) {
  public static Message of(String kind, Object... fields) {
    return new Message(kind, Arrays.stream(fields).map(String::valueOf).toList());
  }

  public String text(int index) {
    return fields.get(index);
  }

  public long number(int index) {
    return Long.parseLong(fields.get(index));
  }

  public String toLine() {
    return Stream.concat(Stream.of(kind), fields.stream())
        .map(Message::escape)
        .collect(Collectors.joining("\t"));
  }

  public static Message parse(String line) {
    List<String> all =
        Arrays.stream(line.split("\t", -1)).map(String::translateEscapes).toList();
    return new Message(all.get(0), all.subList(1, all.size()));
  }

  private static String escape(String field) {
    return field
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }
}
