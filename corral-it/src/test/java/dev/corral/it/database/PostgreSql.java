package dev.corral.it.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server. Its database is called {@code postgres}. */
public final class PostgreSql extends Database {
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

  /** Whom the server runs as where this is root, which it refuses. */
  private static final String USER = "postgres";

  private final Path programs;

  /** A server that is not started yet. */
  public PostgreSql() {
    super("postgresql");
    this.programs = programs();
  }

  /** Debian's are in a folder for each version; elsewhere they are where all programs are. */
  private static Path programs() {
    if (!Files.isDirectory(VERSIONS)) {
      return Path.of("");
    }
    try (DirectoryStream<Path> versions = Files.newDirectoryStream(VERSIONS)) {
      return versions.iterator().next().resolve("bin");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  void install(Path folder) throws IOException {
    if (isRoot()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
    run(asUser(
        "initdb",
        List.of(
            "--auth=trust",
            "--username=" + USER,
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--pgdata=" + folder.resolve("data"))));
  }

  @Override
  List<String> command(Path folder, int port) {
    return asUser(
        "postgres",
        List.of(
            "-D" + folder.resolve("data"),
            "-p" + port,
            "-clisten_addresses=127.0.0.1",
            "-cunix_socket_directories=" + folder,
            "-cmax_connections=200",
            "-cfsync=off",
            // In its folder, and so gone with it.
            "-cdynamic_shared_memory_type=mmap"));
  }

  /** In place of the process that begins this way, so that its id is the server's. */
  private List<String> asUser(String program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(
          List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups", "--"));
    }
    command.add(programs.resolve(program).toString());
    command.addAll(arguments);
    return command;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  @Override
  void sweep(Path folder) throws IOException {
    Path notes = folder.resolve("data").resolve("postmaster.pid");
    if (Files.exists(notes)) {
      // A killed server leaves a segment of System V's shared memory, and its id in line 7.
      String segment = Files.readAllLines(notes).get(6).strip();
      run(List.of("ipcrm", "-m", segment.substring(segment.lastIndexOf(' ') + 1)));
    }
  }

  @Override
  String url(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + USER + "&connectTimeout=5";
  }
}
