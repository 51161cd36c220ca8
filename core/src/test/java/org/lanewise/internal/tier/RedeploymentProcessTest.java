package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Threads that live longer than a program that used the library do not keep its class loader.
@Tag("sweep")
@EnabledIfSystemProperty(named = "lanewise.expected.kernels", matches = "vector")
class RedeploymentProcessTest {

  @ParameterizedTest
  @ValueSource(strings = {"auto", "scalar", "vector"})
  void classLoadersAreCollectedAfterUse(String kernels) throws Exception {
    String[] folders = {"target/classes", "target/test-classes"};
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-Dlanewise.kernels=" + kernels,
                "-XX:+UseSerialGC",
                // Some caches of the JDK refer softly to the class that used them last.
                "-XX:SoftRefLRUPolicyMSPerMB=0",
                "-cp",
                String.join(File.pathSeparator, folders),
                Redeployed.class.getName(),
                folders[0],
                folders[1])
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals("0 of 5", said);
  }
}
