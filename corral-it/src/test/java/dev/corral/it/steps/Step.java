package dev.corral.it.steps;

import dev.corral.it.Example;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A step of the page: a section whose title has a number, with one block of Java and one line of
 * figures.
 */
record Step(String title, String code, Figures figures) {
  private static final Pattern SECTION =
      Pattern.compile("^## (\\d+\\. .*?)$(.*?)(?=^## |\\z)", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern FIGURES = Pattern.compile(
      "^\\*\\*([\\d,]+) visitors?, ([\\d,]+) quer(?:y|ies)\\.\\*\\*$", Pattern.MULTILINE);

  /** How many asked, and how many queries the database was sent. */
  record Figures(int visitors, int queries) {
    Figures plus(Figures others) {
      return new Figures(visitors + others.visitors, queries + others.queries);
    }

    Figures minus(Figures others) {
      return new Figures(visitors - others.visitors, queries - others.queries);
    }

    /** As the page has it below a step. */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "**%,d visitor%s, %,d quer%s.**",
          visitors,
          visitors == 1 ? "" : "s",
          queries,
          queries == 1 ? "y" : "ies");
    }
  }

  /** The steps of a page, in order. */
  static List<Step> of(String page) {
    List<Step> steps = new ArrayList<>();
    Matcher section = SECTION.matcher(page);
    while (section.find()) {
      String title = section.group(1);
      Matcher code = only(Example.JAVA, title, section.group(2));
      Matcher figures = only(FIGURES, title, section.group(2));
      steps.add(new Step(
          title, code.group(1), new Figures(number(figures.group(1)), number(figures.group(2)))));
    }
    return steps;
  }

  private static Matcher only(Pattern pattern, String title, String text) {
    Matcher matcher = pattern.matcher(text);
    if (matcher.results().count() != 1) {
      throw new AssertionError("\"" + title + "\" must have once: " + pattern);
    }
    matcher.reset();
    matcher.find();
    return matcher;
  }

  private static int number(String text) {
    return Integer.parseInt(text.replace(",", ""));
  }

  /** The table at the page's end. */
  static String table(List<Step> steps) {
    Figures sum = steps.stream().map(Step::figures).reduce(new Figures(0, 0), Figures::plus);
    return "| step | visitors | queries |\n| --- | ---: | ---: |\n"
        + steps.stream().map(step -> row(step.title, step.figures)).collect(Collectors.joining())
        + row("**all**", sum);
  }

  private static String row(String title, Figures figures) {
    return String.format(
        Locale.ROOT, "| %s | %,d | %,d |\n", title, figures.visitors, figures.queries);
  }
}
