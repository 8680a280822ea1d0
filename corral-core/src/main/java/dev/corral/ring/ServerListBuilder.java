package dev.corral.ring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.fault.ConfigurationException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects servers, and with them all that is wrong, each problem with its place. */
final class ServerListBuilder {
  private final String source;
  private final List<Server> servers = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, String> placesByName = new HashMap<>();
  private final Map<String, String> placesByEndpoint = new HashMap<>();

  ServerListBuilder(String source) {
    this.source = source;
  }

  /** Adds what a line of a list says, which may be nothing. */
  void addLine(String place, byte[] line) {
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      problems.add(place + ": is not UTF-8 text");
      return;
    }
    String content = text.replaceFirst("#.*", "").strip();
    if (content.isEmpty()) {
      return;
    }
    String[] columns = content.split("\\s+", -1);
    if (columns.length == 1) {
      problems.add(place + ": no weight for " + columns[0]);
    } else if (columns.length > 3) {
      problems.add(place + ": expected an address, a weight and at most a name, but there are "
          + columns.length + " columns");
    } else {
      addParsed(place, columns[0], columns[1], columns.length == 3 ? columns[2] : null);
    }
  }

  /** Adds {@code address} or {@code address=weight}. */
  void addAddress(String place, String item) {
    int equals = item.lastIndexOf('=');
    if (equals < 0) {
      addParsed(place, item, "1", null);
    } else {
      addParsed(place, item.substring(0, equals), item.substring(equals + 1), null);
    }
  }

  private void addParsed(String place, String address, String weight, @Nullable String name) {
    // Each part is looked at even if another is bad, so that all are reported.
    Server server = attempt(place, () -> Server.parse(address));
    Integer parsedWeight = attempt(place, () -> Server.parseWeight(weight));
    if (server == null) {
      return;
    }
    Server weighed = parsedWeight == null ? server : server.withWeight(parsedWeight);
    Server named = name == null ? weighed : attempt(place, () -> weighed.withName(name));
    if (named != null) {
      add(place, named);
    }
  }

  private <T> @Nullable T attempt(String place, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (ConfigurationException | IllegalArgumentException e) {
      problems.add(place + ": " + e.getMessage());
      return null;
    }
  }

  void add(String place, Server server) {
    String sameName = placesByName.putIfAbsent(server.name(), place);
    String sameEndpoint = placesByEndpoint.putIfAbsent(server.endpoint(), place);
    if (sameEndpoint != null) {
      problems.add(place + ": " + server.address() + " is already listed at " + sameEndpoint);
    } else if (sameName != null) {
      problems.add(place + ": the name " + server.name() + " is already taken at " + sameName);
    } else {
      servers.add(server);
    }
  }

  ServerList build() {
    if (servers.isEmpty() && problems.isEmpty()) {
      problems.add(source + ": there are no servers in it");
    }
    if (!problems.isEmpty()) {
      throw new ServerListException(problems);
    }
    return new ServerList(servers);
  }
}
