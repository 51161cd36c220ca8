package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A process whose kernels cannot be those that its property asks for.
class ForcedTierTest {

  private static final String ADD = "--add-modules=jdk.incubator.vector";

  /// The output of a process of [ForcedTier].
  private static String said(String... flags) throws Exception {
    assumeTrue("scalar".equals(System.getProperty("lanewise.expected.kernels")), "once is enough");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags));
    command.addAll(
        List.of(
            "-cp",
            String.join(File.pathSeparator, "target/classes", "target/test-classes"),
            ForcedTier.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String threeTimes(String reason) {
    return ("UnsupportedOperationException: " + reason + "\n").repeat(3);
  }

  @Test
  void withoutFusedMultiplyAddEveryCallSaysSo() throws Exception {
    assertEquals(
        threeTimes(
            "the kernel mode 'vector' was asked for, but this machine has no fused multiply-add"
                + " instruction, or it is switched off (UseFMA)"),
        said(ADD, "-XX:-UseFMA", "-Dlanewise.kernels=vector"));
  }

  @Test
  void withoutTheCompilerEveryCallSaysSo() throws Exception {
    assertEquals(
        threeTimes(
            "the kernel mode 'vector' was asked for, but this virtual machine runs without the C2"
                + " compiler (java.vm.info is 'interpreted mode')"),
        said(ADD, "-Xint", "-Xshare:off", "-Dlanewise.kernels=vector"));
  }

  @Test
  void withoutTheModuleEveryCallSaysSo() throws Exception {
    assertEquals(
        threeTimes(
            "the kernel mode 'vector' was asked for, but the module jdk.incubator.vector is not"
                + " loaded (jdk/incubator/vector/DoubleVector); pass --add-modules"
                + " jdk.incubator.vector to java"),
        said("-Dlanewise.kernels=vector"));
  }

  @Test
  void anUnknownModeIsRefusedAtEveryCall() throws Exception {
    assertEquals(
        threeTimes("the property lanewise.kernels is 'simd'; auto, scalar or vector is expected"),
        said("-Dlanewise.kernels=simd"));
  }
}
