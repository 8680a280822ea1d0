package dev.corral.it.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code corral doctor --json} says of a store.
 *
 * @param exit its exit code
 * @param told its object
 */
record Diagnosis(int exit, JsonNode told) {
  private static final String SAMPLES = "30";

  static Diagnosis of(String uri) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = CorralCommand.run(
        InputStream.nullInputStream(),
        out,
        err,
        "doctor",
        "--json",
        "--samples",
        SAMPLES,
        "--store",
        uri);
    assertThat(err.toString(UTF_8)).isEmpty();
    return new Diagnosis(exit, JsonMapper.shared().readTree(out.toString(UTF_8)));
  }

  /** All that is worse than a note, by server: "fault no-cas 127.0.0.1:20123". */
  List<String> found() {
    List<String> found = new ArrayList<>();
    for (JsonNode finding : told.get("findings")) {
      String severity = finding.get("severity").asString();
      if (!severity.equals("note")) {
        finding
            .get("servers")
            .forEach(server -> found.add(
                severity + " " + finding.get("name").asString() + " " + server.asString()));
      }
    }
    return found;
  }

  /** What was seen of a finding. */
  String seen(String name) {
    for (JsonNode finding : told.get("findings")) {
      if (finding.get("name").asString().equals(name)) {
        return finding.get("seen").asString();
      }
    }
    throw new AssertionError("there is no finding " + name + " in " + told);
  }
}
