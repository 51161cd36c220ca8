package org.lanewise.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The projects of `docs/install.md`, each in a folder outside the checkout, with a local repository
/// into which the page's own command unpacked the bundle, and offline.
@Tag("sweep")
class ProjectsTest {

  /// Files, commands, and what they print.
  private static final Pattern BLOCK =
      Pattern.compile("(?:`([\\w./-]+)`:\\n+(?:<!-- [^\\n]* -->\\n)?)?```(\\w+)\\n(.*?)\\n```", Pattern.DOTALL);

  /// Plugins and the dependencies of others come from the repository of the build.
  private static final String SETTINGS =
      """
      <settings><profiles><profile><id>offline</id>
        <repositories><repository><id>cached</id><url>file://%1$s</url></repository></repositories>
        <pluginRepositories>
          <pluginRepository><id>cached</id><url>file://%1$s</url></pluginRepository>
        </pluginRepositories>
      </profile></profiles><activeProfiles><activeProfile>offline</activeProfile></activeProfiles></settings>
      """;

  /// A Maven of an empty home; `-o`, except for a project whose dependencies no build has fetched.
  private static final String MAVEN =
      """
      #!/bin/sh
      exec %s $OFFLINE -B -ntp -Daether.offline.protocols=file -s "$HOME/settings.xml" \\
        -Dmaven.repo.local="$HOME/.m2/repository" "$@"
      """;

  @TempDir static Path home;
  private static String page;

  @BeforeAll
  static void installsTheBundleIntoAnEmptyRepository() throws Exception {
    page = Files.readString(Bundle.ROOT.resolve("docs/install.md"));
    Path cached = Path.of(System.getProperty("lanewise.repository"));
    Files.writeString(home.resolve("settings.xml"), SETTINGS.formatted(cached));
    String maven = Program.sh(home, "command -v mvn").out().strip();
    Path script = Files.createDirectory(home.resolve("bin")).resolve("mvn");
    Files.writeString(script, MAVEN.formatted(maven));
    assertTrue(script.toFile().setExecutable(true));
    Files.createDirectories(home.resolve(".m2/repository"));
    Matcher unpacking = Pattern.compile("jar -x .*-bundle\\.zip").matcher(page);
    assertTrue(unpacking.find());
    run(Bundle.FILE.getParent(), unpacking.group(), "-o");
  }

  private static String run(Path folder, String script, String offline) throws Exception {
    String java = System.getProperty("java.home");
    Program program =
        Program.sh(
            folder,
            "export HOME='%s' JAVA_HOME='%s' OFFLINE='%s'\nexport PATH=\"$HOME/bin:$JAVA_HOME/bin:$PATH\"\n%s"
                .formatted(home, java, offline, script));
    assertEquals(0, program.code(), program::out);
    return program.out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"class path", "module", "spring boot"})
  void aProjectOfThePageRuns(String project, @TempDir Path folder) throws Exception {
    int start = page.indexOf("<!-- project: " + project + " -->");
    assertTrue(start > 0);
    int end = page.indexOf("<!-- project: ", start + 1);
    Matcher blocks = BLOCK.matcher(page.substring(start, end > 0 ? end : page.indexOf("## Use it on Spark")));
    StringBuilder commands = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    while (blocks.find()) {
      String text = blocks.group(3) + "\n";
      switch (blocks.group(2)) {
        case "sh" -> commands.append(text);
        case "text" -> expected.append(text);
        default -> write(folder, blocks.group(1), text);
      }
    }
    // Spring is in no repository of this build.
    String out = run(folder, commands.toString(), project.startsWith("spring") ? "" : "-o");
    for (String line : expected.toString().split("\n")) {
      assertTrue(out.contains(line), out);
    }
  }

  private static void write(Path folder, String name, String text) throws IOException {
    if (name != null) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
  }
}
