package dev.corral.gearman;

import java.io.IOException;

/** A server said what no Gearman server says there. Its connection is of no more use. */
final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super(message);
  }
}
