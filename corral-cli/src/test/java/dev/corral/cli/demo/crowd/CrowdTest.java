package dev.corral.cli.demo.crowd;

import static java.io.OutputStream.nullOutputStream;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cli.demo.database.Database;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Way;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.Reader;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CrowdTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Plan PLAN = new Plan(2, 2, LONG, LONG, false, true);

  private final ThreadLauncher launcher = new ThreadLauncher();
  private final Crowd crowd = new Crowd();
  private EmbeddedServer server;
  private Database database;

  @BeforeEach
  void start() throws IOException, SQLException {
    server = EmbeddedServer.start();
    database = Database.open(2, Duration.ofMillis(1));
    database.fill(PLAN.users(), PLAN.pages());
    crowd.start(launcher, 2);
    crowd.equip(new CrowdProcess.Equipment(
        database.access(), 2, Duration.ofSeconds(10), 3, Duration.ofMillis(1)));
  }

  @AfterEach
  void stop() throws InterruptedException, SQLException {
    crowd.close();
    launcher.join();
    database.close();
    server.close();
  }

  private Assignment assignment(Way way) {
    return new Assignment(way, new Frontend.Place(server.uri(), "demo"), PLAN);
  }

  @Test
  void callersOfAllProcessesAskUntilTheyAreSentHome() throws IOException {
    crowd.open(assignment(Way.CORRAL));
    crowd.begin();
    long calls = 0;
    while (calls < 100) {
      calls += crowd.report().micros().size();
    }
    Report last = crowd.end();

    assertThat(last.errors()).isZero();
    assertThat(database.queries()).isBetween(1L, 4L);
    assertThatThrownBy(crowd::report).hasMessage("this is not the time for that");
  }

  @Test
  void aCrowdPlaysOneRunAfterTheOther() throws IOException {
    for (Way way : Way.values()) {
      crowd.open(assignment(way));
      crowd.begin();
      crowd.deploy(1);
      await(way + " calls", crowd);
      crowd.end();
    }
    assertThat(database.queries()).isPositive();
  }

  @Test
  void whoIsGivenLessThanHisProcessHasLearnedIsGivenSomethingOld() throws IOException {
    crowd.open(assignment(Way.NAIVE));
    crowd.begin();
    assertThat(await("calls", crowd).old()).isZero();
    crowd.learn(0, 2);
    crowd.learn(1, 2);
    Report report = crowd.report();
    while (report.old() == 0) { // who had asked before is given nothing old
      report = crowd.report();
    }

    assertThat(report.errors()).isZero();
    crowd.end();
  }

  @Test
  void aQueryThatFailsIsAnErrorOfACall() throws IOException {
    database.setFailing(true);
    crowd.open(assignment(Way.NAIVE));
    crowd.begin();
    Report report = await("calls", crowd);

    assertThat(report.errors()).isPositive();
    crowd.end();
  }

  private static Report await(String what, Crowd crowd) throws IOException {
    Report report = crowd.report();
    while (report.micros().isEmpty()) {
      report = report.plus(crowd.report());
    }
    assertThat(report.micros()).as(what).isNotEmpty();
    return report;
  }

  @Test
  void whatAProcessCantDoIsSaid() {
    Assignment nowhere = new Assignment(Way.CORRAL, new Frontend.Place("nowhere://", "demo"), PLAN);

    assertThatThrownBy(() -> crowd.open(nowhere))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nowhere:");
  }

  @Test
  void aCrowdThatIsSentHomeInTheMiddleOfARunEnds() throws IOException, InterruptedException {
    crowd.open(assignment(Way.CORRAL));
    crowd.begin();
    crowd.close();
    launcher.join();

    assertThatThrownBy(crowd::report).isInstanceOf(IOException.class);
  }

  @Test
  void nobodyComesToACrowdThatWasSentHome() {
    Crowd closed = new Crowd();
    closed.close();

    assertThatThrownBy(() -> closed.start(launcher, 1)).hasMessage("the crowd was sent home");
    assertThat(launcher.count()).isEqualTo(2);
  }

  /** Its pipe is broken then, and if that were all that was said it would be taken for no error. */
  @Test
  void aProcessThatHasEndedIsAnErrorThatSaysSo() throws IOException {
    try (Crowd lonely = new Crowd()) {
      lonely.start(() -> new Launcher.Line(silence(), broken(), () -> {}), 1);

      assertThatThrownBy(lonely::begin).hasMessage("a process of the crowd has ended");
    }
    try (Crowd lonely = new Crowd()) {
      lonely.start(() -> new Launcher.Line(silence(), nullOutputStream(), () -> {}), 1);

      assertThatThrownBy(lonely::report).hasMessage("a process of the crowd has ended");
    }
  }

  private static BufferedReader silence() {
    return new BufferedReader(Reader.nullReader());
  }

  private static OutputStream broken() {
    return new OutputStream() {
      @Override
      public void write(int unused) throws IOException {
        throw new IOException("Broken pipe");
      }
    };
  }

  @Test
  void aProcessThatDoesNotAnswerIsEndedAndAnErrorThatSaysSo() throws IOException {
    PipedOutputStream answers = new PipedOutputStream();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(new PipedInputStream(answers), UTF_8));
    try (Crowd stuck = new Crowd(Duration.ofSeconds(1))) {
      stuck.start(
          () -> new Launcher.Line(
              reader,
              nullOutputStream(),
              () -> assertThatCode(answers::close).doesNotThrowAnyException()),
          1);

      assertThatThrownBy(stuck::report)
          .hasMessage("a process of the crowd has not answered for 1 s");
    }
  }

  @Test
  void anAssignmentIsTheSameAtTheOtherEnd() {
    Plan plan = new Plan(3, 4, Duration.ofMillis(1500), LONG, true, true);
    Assignment assignment =
        new Assignment(Way.NAIVE, new Frontend.Place("memcached://?file=/a b", "p"), plan);
    assertThat(Assignment.parse(assignment.line())).isEqualTo(assignment);
  }

  @Test
  void aReportTellsWhatCorralHasCountedSinceTheLast() throws IOException {
    crowd.open(assignment(Way.CORRAL));
    crowd.begin();
    Report first = await("calls", crowd);
    Report all = first.plus(await("more calls", crowd)).plus(crowd.end());

    CacheStats pages = Objects.requireNonNull(all.counted().caches().get("page-0"));
    assertThat(pages.count(Kind.HIT) + pages.count(Kind.MISS))
        .isEqualTo(all.micros().size());
    assertThat(pages.count(Kind.LOADED)).isEqualTo(database.queries());
    assertThat(pages.loads().count()).isEqualTo(database.queries());
    assertThat(pages.waits().count()).isEqualTo(pages.count(Kind.WAITED));
  }

  @Test
  void theUsualCodeCountsNothing() throws IOException {
    crowd.open(assignment(Way.NAIVE));
    crowd.begin();
    await("calls", crowd);

    assertThat(crowd.end().counted().caches()).isEmpty();
  }
}
