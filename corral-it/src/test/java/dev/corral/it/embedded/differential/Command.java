package dev.corral.it.embedded.differential;

/**
 * Bytes that a client sends, a command or something like one; each char is a byte.
 *
 * @param bytes what is sent
 * @param debt how many bytes more a server may want of it, at most, before it takes the next line
 *     for a command
 * @param isAlone whether the reply depends on earlier replies that the server has not sent yet, as
 *     when the commands came in one packet
 */
record Command(String bytes, int debt, boolean isAlone) {
  static Command of(String bytes) {
    return new Command(bytes, 0, false);
  }

  static Command alone(String bytes) {
    return new Command(bytes, 0, true);
  }
}
