package org.lanewise.bench.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.lanewise.internal.tier.Kernels;

/// Where results were measured.
///
/// @param cpu the processor's own name
/// @param threads how many threads run at once
/// @param caches the data caches of a thread
/// @param jdk version and vendor of the JDK
/// @param system the operating system
/// @param kernels the vector tier of the library
/// @param flags what the JVMs were started with beside the tier
public record Machine(
    String cpu,
    int threads,
    String caches,
    String jdk,
    String system,
    String kernels,
    List<String> flags) {

  public static Machine here(List<String> flags) {
    CacheSizes sizes = CacheSizes.ofThisMachine();
    return new Machine(
        cpuName(),
        Runtime.getRuntime().availableProcessors(),
        "L1 %d KiB, L2 %d KiB, L3 %d KiB"
            .formatted(
                sizes.of(CacheSizes.Level.L1) >> 10,
                sizes.of(CacheSizes.Level.L2) >> 10,
                sizes.of(CacheSizes.Level.L3) >> 10),
        Runtime.version() + ", " + System.getProperty("java.vendor"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        Kernels.name(),
        flags);
  }

  /// `amd-epyc-9575f-25.0.3`: processor and JDK as part of a file name.
  public String fileName() {
    String name = cpu.toLowerCase(Locale.ROOT).replaceAll("\\((r|tm)\\)|@.*|\\bcpu\\b", " ");
    Runtime.Version version = Runtime.version();
    return name.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "")
        + "-"
        + version.feature()
        + "."
        + version.interim()
        + "."
        + version.update();
  }

  /// What the processor calls itself.
  public static String cpuName() {
    try {
      return cpuName(Files.readAllLines(Path.of("/proc/cpuinfo")));
    } catch (IOException e) {
      // Not Linux.
      return commandOutput("sysctl", "-n", "machdep.cpu.brand_string");
    }
  }

  /// The name in `/proc/cpuinfo`. One without a number, as virtual machines have it, stands for
  /// several generations: then the family and the model are told too, so that figures of two
  /// processors do not meet in one file.
  static String cpuName(List<String> lines) {
    String name = field(lines, "model name");
    if (name.isEmpty()) {
      return System.getProperty("os.arch");
    }
    String family = field(lines, "cpu family");
    return name.matches(".*[0-9].*") || family.isEmpty()
        ? name
        : "%s, family %s model %s".formatted(name, family, field(lines, "model"));
  }

  /// Empty where there is none.
  private static String field(List<String> lines, String key) {
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).strip().equals(key)) {
        return line.substring(colon + 1).strip();
      }
    }
    return "";
  }

  private static String commandOutput(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 && !output.isEmpty() ? output : System.getProperty("os.arch");
    } catch (IOException e) {
      return System.getProperty("os.arch");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return System.getProperty("os.arch");
    }
  }
}
