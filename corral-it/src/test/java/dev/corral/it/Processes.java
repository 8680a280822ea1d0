package dev.corral.it;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Linux says of processes, of those too that are not this JVM's children. */
public final class Processes {
  private Processes() {}

  /** Whether none of its threads can run before it is told to go on. */
  public static boolean isStopped(long pid) {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(folder(pid).resolve("task"))) {
      for (Path thread : threads) {
        if (state(thread) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException | DirectoryIteratorException e) {
      return false; // It ended meanwhile, or one of its threads did.
    }
  }

  /** Whether it has ended; if so, its parent need not have noticed yet. */
  public static boolean isGone(long pid) {
    try {
      return state(folder(pid)) == 'Z';
    } catch (IOException e) {
      return true;
    }
  }

  private static Path folder(long pid) {
    return Path.of("/proc", String.valueOf(pid));
  }

  private static char state(Path folder) throws IOException {
    String stat = Files.readString(folder.resolve("stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2); // behind the name, which can be anything
  }
}
