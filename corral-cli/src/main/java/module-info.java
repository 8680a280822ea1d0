/** The corral command. */
module dev.corral.cli {
  requires static org.jspecify;
  requires dev.corral.core;
  requires dev.corral.embedded;
  requires info.picocli;

  opens dev.corral.cli to
      info.picocli;
}
