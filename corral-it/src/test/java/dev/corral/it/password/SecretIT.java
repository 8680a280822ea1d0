package dev.corral.it.password;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Jvm;
import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** That nobody is shown the password, whatever goes wrong, in a JVM where everything is logged. */
class SecretIT {
  private static final String PASSWORD = "Qf7ZpW3kLm9RtX2vBn8HsJ4d";

  @Order(1)
  @RegisterExtension
  static final PasswordFile FILE = PasswordFile.of("ada", PASSWORD);

  @Order(1)
  @RegisterExtension
  static final PasswordFile OTHER = PasswordFile.of("ada", "sesame");

  @Order(2)
  @RegisterExtension
  static final Memcached SERVER = Memcached.with(FILE.server());

  @Order(2)
  @RegisterExtension
  static final Memcached OTHERS = Memcached.with(OTHER.server());

  @Order(2)
  @RegisterExtension
  static final Memcached ANYONES = Memcached.with();

  @Test
  void nothingShowsItWhateverGoesWrong() {
    Table table = Table.of("Shown with everything logged", "scene", "lines", "of the password");
    try (Jvms jvms = Jvms.start(
        1,
        SecretWorker.class,
        FILE.path().toString(),
        SERVER.server().address(),
        OTHERS.server().address(),
        ANYONES.server().address())) {
      Jvm jvm = jvms.get(0);
      Message sum = jvm.await("sum", Duration.ofSeconds(60));
      long control = jvm.await("control").number(0);
      List<Message> scenes = jvm.reports("scene");
      scenes.forEach(scene -> table.row(scene.text(0), scene.number(1), scene.number(2)));
      table.row("(the same search over lines that do show it)", 3, control).show();
      Table.of("Entries", "in all", "logged by Netty", "by Corral", "by the JDK")
          .row(sum.number(0), sum.number(1), sum.number(2), sum.number(3))
          .show();
      assertThat(scenes).hasSizeGreaterThan(30).allMatch(scene -> scene.number(1) > 0);
      assertThat(scenes).filteredOn(scene -> scene.number(2) > 0).isEmpty();
      assertThat(sum.number(1)).as("lines of Netty").isPositive();
      assertThat(sum.number(2)).as("lines of Corral").isPositive();
      assertThat(sum.number(4)).as("warnings of a password that is not wanted").isOne();
      assertThat(control).isGreaterThan(3);
      jvms.stop();
    }
  }

  @Test
  void inMemoryItIsWhereItIsNeededAndInNoString(@TempDir Path folder) throws IOException {
    Path dump = folder.resolve("heap.hprof");
    String uri =
        "memcached://" + SERVER.server().address() + "?deadline=5s&passwordFile=" + FILE.path();
    try (Jvms jvms = Jvms.start(1, HeapWorker.class, uri, dump.toString())) {
      jvms.await("dumped");
      jvms.stop();
    }
    String heap = Files.readString(dump, ISO_8859_1);
    long all = count(heap, PASSWORD);
    long logins = count(heap, "ada " + PASSWORD);
    Table.of("The password in a heap of " + heap.length() + " bytes", "in all", "as a login")
        .row(all, logins)
        .show();
    assertThat(heap).as("a heap with the URI").contains(FILE.path().toString());
    assertThat(all).as("only as what is sent").isEqualTo(logins);
    assertThat(logins).isBetween(1L, 2L);
  }

  private static long count(String text, String part) {
    long count = 0;
    for (int i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + 1)) {
      count++;
    }
    return count;
  }
}
