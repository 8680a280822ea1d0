package dev.corral.it.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The page can be read and used on any screen, by daylight and at night, with a keyboard too. */
@Timeout(120)
class DashboardLayoutIT {
  /** What Web Vitals call good is ten times as much. */
  private static final double MOST_SHIFT = 0.01;

  private static final int MOST_TABS = 60;
  private static final List<String> USED = List.of("theme", "key", "preview-add", "preview-remove");

  @RegisterExtension
  static final Shop SHOP = new Shop();

  @RegisterExtension
  static final Browser BROWSER = new Browser();

  @ParameterizedTest
  @CsvSource({"light, 1440", "light, 768", "light, 360", "dark, 1440", "dark, 768", "dark, 360"})
  void itFitsAndCanBeReadAndStaysInItsPlace(String scheme, int width) {
    BROWSER.prefer(scheme);
    BROWSER.resize(width, 900, 1);
    openWithNumbers();

    assertThat(BROWSER.complaints("overflow.js")).isEmpty();
    assertThat(BROWSER.complaints("contrast.js")).isEmpty();
    assertThat(shift())
        .as("how far things have moved since the page was opened")
        .isLessThan(MOST_SHIFT);
    BROWSER.assertNoErrors();
  }

  @Test
  void whatIsPaleOrWideOrCutOffWouldBeFound() {
    BROWSER.resize(1440, 900, 1);
    openWithNumbers();
    BROWSER.run("""
        const add = (text, style) => {
          const added = document.createElement("p");
          added.textContent = text;
          Object.assign(added.style, style);
          document.querySelector("main").prepend(added);
        };
        add("pale", { background: "#fff", color: "#888" });
        add("wide", { width: "3000px" });
        add("cut off", { width: "10px", overflow: "hidden", whiteSpace: "nowrap" });
        """);
    assertThat(BROWSER.complaints("contrast.js")).singleElement().asString().contains("pale");
    assertThat(BROWSER.complaints("overflow.js"))
        .anyMatch(complaint -> complaint.startsWith("the page is 3"))
        .anyMatch(complaint -> complaint.contains("wide"))
        .anyMatch(complaint -> complaint.contains("cut off"));
    assertThat(shift()).isGreaterThan(MOST_SHIFT);
  }

  private static void openWithNumbers() {
    BROWSER.openLive(SHOP.dashboard().uri());
    BROWSER.await(
        "the servers",
        () -> BROWSER.findAll("#servers [data-server][data-state=up]").size() == 3);
    BROWSER.await("fields", () -> BROWSER.findAll("#invalidations [data-field]").size() > 1);
  }

  private static double shift() {
    return BROWSER.number("""
        const done = arguments[0];
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += entry.hadRecentInput ? 0 : entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(shift), 1500);
        """);
  }

  @Test
  void theThemeIsChangedByHandAndKept() {
    BROWSER.prefer("light");
    BROWSER.resize(1440, 900, 1);
    BROWSER.openLive(SHOP.dashboard().uri());
    Set<String> colours = new LinkedHashSet<>();
    for (int i = 0; i < 3; i++) {
      colours.add(colour());
      BROWSER.find("#theme").click();
    }
    assertThat(colours).hasSize(2);
    while (!"dark".equals(BROWSER.attribute("html", "data-theme"))) {
      BROWSER.find("#theme").click();
    }
    String dark = colour();
    BROWSER.openLive(SHOP.dashboard().uri());
    assertThat(BROWSER.attribute("html", "data-theme")).isEqualTo("dark");
    assertThat(colour()).isEqualTo(dark);
    BROWSER.run("localStorage.clear()");
    BROWSER.assertNoErrors();
  }

  private static String colour() {
    return String.valueOf(BROWSER.run("return getComputedStyle(document.body).backgroundColor"));
  }

  @Test
  void theTabKeyReachesAllThatCanBeUsedAndShowsWhereItIs() {
    BROWSER.resize(1440, 900, 1);
    openWithNumbers();
    Set<String> reached = new LinkedHashSet<>();
    for (int i = 0; i < MOST_TABS && !reached.containsAll(USED); i++) {
      BROWSER.driver().switchTo().activeElement().sendKeys(Keys.TAB);
      reached.add(String.valueOf(BROWSER.run("""
              const style = getComputedStyle(document.activeElement);
              const isSeen = style.outlineStyle !== "none" || style.boxShadow !== "none";
              return document.activeElement.id + (isSeen ? "" : " without a sign");
              """)));
    }
    assertThat(reached).containsAll(USED).noneMatch(id -> id.endsWith(" without a sign"));
    BROWSER.assertNoErrors();
  }
}
