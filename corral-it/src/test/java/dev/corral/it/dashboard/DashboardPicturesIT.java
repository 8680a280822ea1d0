package dev.corral.it.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  @Test
  void aShopByDayByNightAndInTheHand() throws IOException {
    BROWSER.resize(1440, 900, 1);
    BROWSER.openLive(SHOP.dashboard().uri());
    for (int ticks = 4; ticks <= (IS_LONG ? 124 : 4); ticks += 10) {
      awaitTicks(ticks);
    }
    SHOP.corral().namespaces().rollingFlush(Duration.ofSeconds(30));
    picture("light", 1440, 1, "dashboard-light.png");
    picture("dark", 1440, 1, "dashboard-dark.png");
    picture("light", 390, 2, "dashboard-phone.png");
    BROWSER.assertNoErrors();
  }

  private static void awaitTicks(int count) {
    BROWSER.await(
        count + " ticks",
        () -> ((Number) BROWSER.driver().executeAsyncScript("""
                        const done = arguments[0];
                        fetch("api/history").then((got) => got.json()).then((all) => done(all.ticks.length));
                        """)).intValue() >= count);
  }

  private static void picture(String scheme, int width, double pixels, String name)
      throws IOException {
    BROWSER.prefer(scheme);
    BROWSER.resize(width, width < 500 ? 844 : 900, pixels);
    BROWSER.openLive(SHOP.dashboard().uri());
    BROWSER.enter("#key", "user:12543");
    BROWSER.await("the key", () -> BROWSER.text("#key-result").contains("user:12543"));
    BROWSER.await("a flush", () -> BROWSER.text("#flush").contains("%"));
    BROWSER.run("document.activeElement.blur(); scrollTo(0, 0)");
    Path file = PICTURES.resolve(name);
    if (width < 500) {
      BROWSER.shoot(file);
    } else {
      BROWSER.shootAll(file);
    }
    assertThat(Files.size(file)).isPositive();
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
      BROWSER.await("the usual code's figures", () -> figures("naive"));
      BROWSER.await("Corral's figures", () -> figures("corral"));
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

  private static boolean figures(String way) {
    return BROWSER.text("#story [data-way=" + way + "]").matches("(?s).*\\d.*");
  }
}
