package dev.corral.it.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Chromium without a window, for as long as the test class. Where a test fails, what it showed and
 * what its console said is left in target/dashboard.
 */
final class Browser
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private static final Path LEFT = Path.of("target", "dashboard");

  private final StringBuilder console = new StringBuilder();
  private @Nullable Path profile;
  private @Nullable ChromeDriver driver;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    profile = Files.createTempDirectory("chromium");
    ChromeOptions options = new ChromeOptions()
        .setBinary(program("chromium", "chromium-browser"))
        .addArguments(
            "--headless=new",
            "--no-sandbox", // which root can't have
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--force-prefers-reduced-motion",
            "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    ChromeDriverService service = new ChromeDriverService.Builder()
        .usingDriverExecutable(Path.of(program("chromedriver")).toFile())
        .usingAnyFreePort()
        .withSilent(true)
        .build();
    driver = new ChromeDriver(service, options);
  }

  private static String program(String... names) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("there is no " + names[0] + "; see scripts/ensure-tools"))
        .toString();
  }

  /** Nothing is left of the test before: a page whose server has gone says so in the console. */
  @Override
  public void beforeEach(ExtensionContext context) {
    open(URI.create("about:blank"));
    errors();
    console.setLength(0);
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (context.getExecutionException().isPresent()) {
      Path test = LEFT.resolve(context.getRequiredTestClass().getSimpleName() + "."
          + context.getDisplayName().replaceAll("\\W+", "-"));
      shoot(Path.of(test + ".png"));
      errors();
      Files.writeString(Path.of(test + ".log"), console);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (driver != null) {
      driver.quit();
    }
    if (profile != null) {
      try (Stream<Path> files = Files.walk(profile)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  ChromeDriver driver() {
    return requireNonNull(driver);
  }

  void open(URI page) {
    driver().get(page.toString());
  }

  /** Opens a dashboard and waits for its numbers. */
  void openLive(URI page) {
    open(page);
    awaitState("#live", "live");
  }

  /** Gives the page a size as that of a screen, and a phone's ways to one that is narrow. */
  void resize(int width, int height, double pixels) {
    driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of(
                "width",
                width,
                "height",
                height,
                "deviceScaleFactor",
                pixels,
                "mobile",
                width < 500));
  }

  /** As on machines that show them only while somebody scrolls. */
  void hideScrollbars() {
    driver().executeCdpCommand("Emulation.setScrollbarsHidden", Map.of("hidden", true));
  }

  /** Says what the machine prefers: {@code light} or {@code dark}. */
  void prefer(String scheme) {
    driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  WebElement find(String selector) {
    return driver().findElement(By.cssSelector(selector));
  }

  List<WebElement> findAll(String selector) {
    return driver().findElements(By.cssSelector(selector));
  }

  /** What the page says in one place, as it stands in the document. */
  String text(String selector) {
    return String.valueOf(
        run("return document.querySelector(arguments[0])?.textContent ?? ''", selector));
  }

  @Nullable
  String attribute(String selector, String name) {
    return (String) run(
        "return document.querySelector(arguments[0])?.getAttribute(arguments[1])", selector, name);
  }

  /** Writes into a field, in place of what was there, and presses Enter. */
  void enter(String selector, String text) {
    WebElement field = find(selector);
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"), text, Keys.ENTER);
  }

  /** Runs statements in the page; {@code arguments[0]} is the first of those given. */
  @Nullable
  Object run(String statements, Object... arguments) {
    return driver().executeScript(statements, arguments);
  }

  /** Runs a script that is beside this class, as a function's body; it returns what it minds. */
  List<String> complaints(String script) {
    return lines(driver().executeScript(script(script)));
  }

  /** Runs a script that is beside this class, and calls its last argument with what came of it. */
  List<String> outcomes(String script, Object... arguments) {
    return lines(driver().executeAsyncScript(script(script), arguments));
  }

  /** Runs statements that call their last argument with a number. */
  double number(String statements) {
    return ((Number) requireNonNull(driver().executeAsyncScript(statements))).doubleValue();
  }

  private static String script(String name) {
    try (InputStream in = requireNonNull(Browser.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(@Nullable Object found) {
    return ((List<?>) requireNonNull(found)).stream().map(String::valueOf).toList();
  }

  void awaitState(String selector, String state) {
    await(selector + " to be " + state, () -> state.equals(attribute(selector, "data-state")));
  }

  void await(String what, Supplier<Boolean> condition) {
    Memcached.awaitUntil(what, () -> {
      try {
        return condition.get();
      } catch (StaleElementReferenceException e) {
        return false; // the page has just replaced it
      }
    });
  }

  /** The errors that the console has shown since the last time, such as what the CSP forbids. */
  List<String> errors() {
    List<LogEntry> entries = driver().manage().logs().get(LogType.BROWSER).getAll();
    entries.forEach(entry -> console.append(entry).append(System.lineSeparator()));
    return entries.stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  void assertNoErrors() {
    assertThat(errors()).as("errors in the console").isEmpty();
  }

  /** All of the page, however long it is. */
  void shootAll(Path file) throws IOException {
    Map<String, Object> shot = driver()
        .executeCdpCommand(
            "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    write(file, Base64.getDecoder().decode((String) requireNonNull(shot.get("data"))));
  }

  /** What is to be seen without scrolling. */
  void shoot(Path file) throws IOException {
    write(file, driver().getScreenshotAs(OutputType.BYTES));
  }

  private static void write(Path file, byte[] picture) throws IOException {
    Files.createDirectories(requireNonNull(file.getParent()));
    Files.write(file, picture);
  }
}
