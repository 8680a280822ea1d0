package dev.corral.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentTest {
  @Test
  void whatWasGivenIsReturned() {
    assertThat(Argument.required("name", "a")).isEqualTo("a");
    List<String> given = new ArrayList<>(List.of("a", "b"));
    List<String> all = Argument.allRequired("names", given);
    given.clear();
    assertThat(all).containsExactly("a", "b");
  }

  @Test
  void whatWasNotGivenIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Argument.required("name", null))
        .withMessage("name must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Argument.allRequired("names", null))
        .withMessage("names must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Argument.allRequired("names", Arrays.asList("a", null)))
        .withMessage("names must not contain null");
  }

  @Test
  void aTextMustBeGivenAndHaveCharacters() {
    assertThat(Argument.notEmpty("name", "a")).isEqualTo("a");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Argument.notEmpty("name", null))
        .withMessage("name must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Argument.notEmpty("name", ""))
        .withMessage("name must not be empty");
  }

  @Test
  void changesMustBeGivenAndYieldSomething() {
    assertThat(Argument.changed("options", text -> text + "b", "a")).isEqualTo("ab");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Argument.changed("options", null, "a"))
        .withMessage("options must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Argument.changed("options", text -> nothing(), "a"))
        .withMessage("what options returned must not be null");
  }

  @SuppressWarnings("NullAway") // what callers give that know no null
  private static String nothing() {
    return null;
  }
}
