package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Statements of the documentation.
 *
 * @param name what the class is called that they are wrapped in
 * @param parameters of the method that they are wrapped in, as in Java
 */
public record Example(String name, String parameters, String code) {
  /** A block of a page. */
  public static final Pattern JAVA =
      Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final List<String> IMPORTS = List.of(
      "dev.corral.*",
      "dev.corral.cache.*",
      "dev.corral.codec.*",
      "dev.corral.counter.*",
      "dev.corral.dashboard.*",
      "dev.corral.embedded.*",
      "dev.corral.embedded.fault.*",
      "dev.corral.embedded.junit.*",
      "dev.corral.fault.*",
      "dev.corral.gearman.*",
      "dev.corral.it.steps.*",
      "dev.corral.jdbc.*",
      "dev.corral.key.*",
      "dev.corral.keyspace.*",
      "dev.corral.limit.*",
      "dev.corral.list.*",
      "dev.corral.load.*",
      "dev.corral.lock.*",
      "dev.corral.memcached.*",
      "dev.corral.metric.*",
      "dev.corral.namespace.*",
      "dev.corral.queue.*",
      "dev.corral.replica.*",
      "dev.corral.ring.*",
      "dev.corral.site.*",
      "dev.corral.store.*",
      "dev.corral.time.*",
      "java.nio.charset.StandardCharsets",
      "java.nio.file.Path",
      "java.time.*",
      "java.util.*",
      "java.util.concurrent.*",
      "java.util.concurrent.atomic.*",
      "java.util.function.*",
      "java.util.stream.LongStream",
      "org.junit.jupiter.api.Test",
      "org.junit.jupiter.api.extension.RegisterExtension",
      "org.postgresql.ds.PGSimpleDataSource",
      "static dev.corral.it.Memcached.awaitUntil",
      "static java.util.stream.Collectors.toMap",
      "static org.junit.jupiter.api.Assertions.assertNull");

  /** Statements that need nothing but what they have imported. */
  public Example(String name, String code) {
    this(name, "", code);
  }

  /** Compiles them into a folder, and runs them. */
  public void run(Path folder, Object... arguments) throws Exception {
    Path source = folder.resolve(name + ".java");
    Files.writeString(source, toClass());
    StringWriter messages = new StringWriter();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-d", folder.toString());
      boolean compiled = compiler
          .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
          .call();
      assertThat(compiled).as("%s\n%s", messages, code).isTrue();
    }
    URL[] classes = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      loader.setDefaultAssertionStatus(true);
      Method run = Arrays.stream(loader.loadClass(name).getMethods())
          .filter(method -> method.getName().equals("run"))
          .findFirst()
          .orElseThrow();
      run.invoke(null, arguments);
    }
  }

  private String toClass() {
    StringBuilder source = new StringBuilder();
    IMPORTS.forEach(name -> source.append("import ").append(name).append(";\n"));
    return source
        .append("public class ")
        .append(name)
        .append(" {\n  public static void run(")
        .append(parameters)
        .append(") throws Exception {\n")
        .append(code)
        .append("  }\n}\n")
        .toString();
  }

  @Override
  public String toString() {
    return name;
  }
}
