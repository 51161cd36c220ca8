package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script of `docs/many-files.md`, run as it stands.
class ManyFilesTest {

  @TempDir Path folder;

  @Test
  void theScriptOfThePageRuns() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no shell");
    String page =
        Files.readString(
            Path.of(System.getProperty("basedir", "."), "..", "docs", "many-files.md"));
    Matcher script =
        Pattern.compile("<!-- run by ManyFilesTest -->\n```sh\n(.*?)```", Pattern.DOTALL)
            .matcher(page);
    assertTrue(script.find());
    List<String> lines = Files.readAllLines(CommandRun.example("iris.csv"));
    StringBuilder rows = new StringBuilder("a,b,c,d,species\n");
    lines.subList(1, lines.size()).forEach(line -> rows.append(line).append('\n'));
    Files.writeString(folder.resolve("rows.csv"), rows);
    Path command = folder.resolve("lanewise");
    Files.writeString(
        command,
        "#!/bin/bash\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' org.lanewise.cli.Lanewise \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", "-eu", "-c", script.group(1))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    builder.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
    int code = builder.start().waitFor();
    String said = Files.readString(folder.resolve("said"));
    assertEquals(0, code, said);
    assertTrue(said.contains("from 2 files"), said);
    assertTrue(said.contains("species.model: lda of 150 rows"), said);
    assertTrue(said.contains("rest.model: lda of 81 rows"), said);
  }
}
