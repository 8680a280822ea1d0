/** The corral command. */
@SuppressWarnings("requires-automatic") // H2 has a name, but no descriptor
module dev.corral.cli {
  requires static org.jspecify;
  requires dev.corral.core;
  requires dev.corral.dashboard;
  requires dev.corral.embedded;
  requires dev.corral.memcached;
  requires com.h2database;
  requires info.picocli;
  requires java.management;
  requires java.sql;
  requires jdk.management;

  exports dev.corral.cli.demo.database to
      com.h2database;

  opens dev.corral.cli to
      info.picocli;
  opens dev.corral.cli.bench to
      info.picocli;
  opens dev.corral.cli.dashboard to
      info.picocli;
  opens dev.corral.cli.demo to
      info.picocli;
  opens dev.corral.cli.doctor to
      info.picocli;
  opens dev.corral.cli.item to
      info.picocli;
  opens dev.corral.cli.ns to
      info.picocli;
  opens dev.corral.cli.option to
      info.picocli;
  opens dev.corral.cli.ring to
      info.picocli;
  opens dev.corral.cli.server to
      info.picocli;
}
