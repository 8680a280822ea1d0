package dev.corral.cli.demo.scene;

/** How the processes of the crowd use the cache. Each scene is played once each way. */
public enum Way {
  /** As it is written everywhere: look, and on a miss load and store. */
  NAIVE("naive"),
  /** With Corral. */
  CORRAL("Corral");

  private final String label;

  Way(String label) {
    this.label = label;
  }

  /** As viewers read it. */
  public String label() {
    return label;
  }
}
