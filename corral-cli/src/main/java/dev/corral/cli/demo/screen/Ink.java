package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Way;

/** How words look. The colours can be read on black and on white. */
enum Ink {
  PLAIN(""),
  STRONG("1"),
  FAINT("2"),
  /** Warm. */
  NAIVE("38;5;172"),
  /** Cool. */
  CORRAL("38;5;31"),
  ERROR("38;5;160");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  static Ink of(Way way) {
    return way == Way.NAIVE ? NAIVE : CORRAL;
  }

  /** For so many errors. */
  static Ink ofErrors(long errors) {
    return errors == 0 ? PLAIN : ERROR;
  }

  String on(String words) {
    return code.isEmpty() || words.isBlank() ? words : "\033[" + code + "m" + words + "\033[0m";
  }
}
