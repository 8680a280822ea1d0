package dev.corral.it.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Takes the pictures of the README and the docs, into target/screenshots. The long form has charts
 * of two minutes in them: {@code scripts/take-screenshots}.
 */
@Timeout(400)
class DashboardPicturesIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");
  private static final Path SCRIPT = Path.of("..", "corral").toAbsolutePath().normalize();
  private static final Path PICTURES = Path.of("target", "screenshots");
  private static final Pattern WATCH = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

  @RegisterExtension
  static final Shop SHOP = new Shop();

  @RegisterExtension
  static final Browser BROWSER = new Browser();

  @BeforeEach
  void showNothingButThePage() {
    BROWSER.hideScrollbars();
  }

  @Test
  void aShopByDayByNightAndInTheHand() throws IOException {
    BROWSER.resize(1440, 900, 1);
    BROWSER.openLive(SHOP.dashboard().uri());
    for (int ticks = 4; ticks <= (IS_LONG ? 124 : 4); ticks += 10) {
      awaitTicks(ticks);
    }
    SHOP.corral().namespaces().rollingFlush(Duration.ofSeconds(30));
    show("light", 1440, 900, 1);
    BROWSER.shootAll(PICTURES.resolve("dashboard-light.png"));
    show("dark", 1440, 1000, 1);
    BROWSER.shoot(PICTURES.resolve("dashboard-dark.png"));
    show("light", 390, 844, 2);
    BROWSER.shoot(PICTURES.resolve("dashboard-phone.png"));
    BROWSER.assertNoErrors();
  }

  private static void awaitTicks(int count) {
    String ticks = """
        const done = arguments[0];
        fetch("api/history").then((got) => got.json()).then((all) => done(all.ticks.length));
        """;
    BROWSER.await(count + " ticks", () -> BROWSER.number(ticks) >= count);
  }

  private static void show(String scheme, int width, int height, double pixels) {
    BROWSER.prefer(scheme);
    BROWSER.resize(width, height, pixels);
    BROWSER.openLive(SHOP.dashboard().uri());
    BROWSER.enter("#key", "user:12543");
    BROWSER.await("the key", () -> BROWSER.text("#key-result").contains("user:12543"));
    BROWSER.await("a flush", () -> BROWSER.text("#flush").contains("%"));
    BROWSER.run("document.activeElement.blur(); scrollTo(0, 0)");
  }

  @Test
  void theDemo() throws Exception {
    Process demo = new ProcessBuilder(List.of(
            SCRIPT.toString(),
            "demo",
            "--dashboard=0",
            "--scene",
            "1",
            "--seconds",
            "3",
            "--headless"))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (BufferedReader lines = demo.inputReader(UTF_8)) {
      BROWSER.prefer("dark");
      BROWSER.resize(1440, 900, 1);
      BROWSER.open(watchedAt(lines));
      BROWSER.await("the demo to begin", () -> BROWSER.find("#story").isDisplayed());
      BROWSER.await("the usual code", () -> hasBegun("naive"));
      BROWSER.await("Corral", () -> hasBegun("corral"));
      BROWSER.await("results", () -> BROWSER.find("#story-results").isDisplayed());
      BROWSER.shoot(PICTURES.resolve("dashboard-demo.png"));
      BROWSER.assertNoErrors();
      demo.destroy();
      assertThat(demo.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      demo.destroyForcibly();
    }
  }

  private static URI watchedAt(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher address = WATCH.matcher(line);
      if (address.find()) {
        return URI.create(address.group());
      }
    }
    throw new AssertionError("the demo did not say where to watch it");
  }

  private static boolean hasBegun(String way) {
    return BROWSER
        .text("#story [data-way=" + way + "] [data-measure=queries] .value")
        .matches("(?s).*[1-9].*");
  }
}
