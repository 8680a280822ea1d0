package dev.corral.cli.demo.screen;

import java.nio.charset.Charset;

/** What can be drawn with. */
enum Signs {
  /** For charsets that have Unicode's. */
  BLOCKS('·', "▁▂▃▄▅▆▇█", '▲', "→", "×", "…"),
  /** For all others. */
  ASCII('.', ":-=+*#%@", '^', "->", "x", "...");

  /** A value of nothing. */
  final char nothing;
  /** Values, from the lowest to the highest. */
  final String ramp;
  /** Points up at a moment. */
  final char mark;

  final String arrow;
  final String times;
  final String ellipsis;

  Signs(char nothing, String ramp, char mark, String arrow, String times, String ellipsis) {
    this.nothing = nothing;
    this.ramp = ramp;
    this.mark = mark;
    this.arrow = arrow;
    this.times = times;
    this.ellipsis = ellipsis;
  }

  static Signs of(Charset charset) {
    String all = BLOCKS.nothing + BLOCKS.ramp + BLOCKS.mark + BLOCKS.arrow;
    return charset.canEncode() && charset.newEncoder().canEncode(all) ? BLOCKS : ASCII;
  }
}
