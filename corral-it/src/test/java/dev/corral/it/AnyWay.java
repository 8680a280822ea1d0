package dev.corral.it;

/** Tests that go the plain way, and, extended, any other. */
public abstract class AnyWay {
  protected Way way() {
    return Way.PLAIN;
  }
}
