package dev.corral.benchmarks.peer;

import dev.corral.benchmarks.peer.report.Report;
import dev.corral.benchmarks.peer.report.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

/** {@code scripts/bench report}: tables of earlier runs, side by side. */
@Command(
    name = "report",
    header = "Prints the tables of earlier runs, with each run's medians beside those of all.",
    mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The samples of a run.")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Path file : files) {
      runs.add(Run.read(file));
    }
    System.out.println(new Report(runs).markdown());
    return ExitCode.OK;
  }
}
