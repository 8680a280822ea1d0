package dev.corral.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The store that a command works on: {@code --store}, or CORRAL_STORE in the environment. */
public final class StoreOption {
  @Option(
      names = "--store",
      paramLabel = "URI",
      defaultValue = "${env:CORRAL_STORE}",
      description = "The store, such as memcached://HOST:PORT,HOST:PORT, or memcacheds:// with TLS."
          + " Without it, what CORRAL_STORE says in the environment.")
  private @Nullable String uri;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /**
   * What was given.
   *
   * @throws ParameterException if nothing was
   */
  public String uri() {
    if (uri == null || uri.isEmpty()) { // picocli would demand it before it shows any help
      throw new ParameterException(
          command.commandLine(),
          "there is no store: give one by --store=URI, or by CORRAL_STORE in the environment");
    }
    return uri;
  }
}
