package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// Files whose checksums are right and whose numbers are anything: a model, or a refusal.
class ExtremeNumbersTest {

  private static final double[] EXTREMES = {
    1e308,
    -1e308,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e200,
    -1e200,
    1e155,
    1e100,
    1e-100,
    1e-160,
    1e-200,
    1e-308,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    0,
    -0.0,
    1,
    -1,
    1e16,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private static final List<String> NUMBERS =
      List.of(
          "priors",
          "origin",
          "means",
          "covars",
          "variance",
          "pooled",
          "set",
          "unset",
          "counts",
          "weights",
          "temper",
          "intercep",
          "coeffs");

  /// Where the sections of numbers of a file lie: begin and end, by name and number.
  private static Map<String, int[]> sections(byte[] bytes) {
    Map<String, int[]> found = new TreeMap<>();
    ByteBuffer buffer = SmallModels.littleEndian(bytes);
    int count = buffer.getInt(32);
    int at = 40;
    for (int s = 0; s < count; s++) {
      String tag = new String(bytes, at, 8, StandardCharsets.US_ASCII).trim();
      int length = (int) buffer.getLong(at + 8);
      if (NUMBERS.contains(tag)) {
        found.put(tag + " " + s, new int[] {at + 16, at + 16 + length});
      }
      at += 16 + (length + 7) / 8 * 8;
    }
    return found;
  }

  /// Reads a file and uses its model; fails where something other than a refusal is thrown.
  private static void use(String what, byte[] bytes) {
    try {
      ModelFile file = ModelFile.read(new ByteArrayInputStream(SmallModels.sealed(bytes)));
      use(file.model());
    } catch (UnusableFileException e) {
      assertTrue(e.getMessage().lines().count() == 1, e.getMessage());
    } catch (IOException | RuntimeException e) {
      fail(what, e);
    }
  }

  private static void use(Classifier<?, ?> model) {
    if (model instanceof MixedNaiveBayes mixed) {
      mixed.blocks().forEach(ExtremeNumbersTest::use);
    }
    if (model instanceof IndicatorClassifier indicators) {
      use(indicators.model());
    }
    if (model instanceof GaussianClassifier gaussian) {
      int d = gaussian.featureCount();
      for (double value : new double[] {0, 1e6, -1e200, 1e308}) {
        double[] row = new double[d];
        Arrays.fill(row, value);
        double[] hole = row.clone();
        hole[0] = Double.NaN;
        allowed(() -> gaussian.scorer().logPosterior(row));
        allowed(() -> gaussian.scorer().logDensity(row));
        allowed(() -> gaussian.scorer(RowFormat.NUMBERS_WITH_MISSING).posterior(hole));
        allowed(() -> gaussian.squaredMahalanobis(row, new double[gaussian.classCount()]));
      }
      if (model instanceof LinearDiscriminant lda) {
        allowed(() -> lda.axes());
      }
    }
    allowed(model::scorer);
  }

  private static void allowed(Runnable call) {
    try {
      call.run();
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage() != null, "a sentence");
    }
  }

  @Test
  void anyNumberAnywhereIsReadOrRefused() throws IOException {
    for (Map.Entry<String, ModelFile> entry : SmallModels.all().entrySet()) {
      byte[] bytes = SmallModels.bytes(entry.getValue());
      Map<String, int[]> sections = sections(bytes);
      assertTrue(!sections.isEmpty(), entry.getKey());
      sections.forEach((name, range) -> {
        for (double extreme : EXTREMES) {
          for (int at = range[0]; at < range[1]; at += 8) {
            byte[] changed = bytes.clone();
            SmallModels.littleEndian(changed).putDouble(at, extreme);
            use(entry.getKey() + " " + name + " at " + at + ": " + extreme, changed);
          }
          byte[] all = bytes.clone();
          byte[] scaled = bytes.clone();
          for (int at = range[0]; at < range[1]; at += 8) {
            SmallModels.littleEndian(all).putDouble(at, extreme);
            double before = SmallModels.littleEndian(bytes).getDouble(at);
            SmallModels.littleEndian(scaled).putDouble(at, before * extreme);
          }
          use(entry.getKey() + " all " + name + ": " + extreme, all);
          use(entry.getKey() + " " + name + " times " + extreme, scaled);
        }
      });
    }
  }

  @Test
  void severalExtremesTogetherAreReadOrRefused() throws IOException {
    SplittableRandom random = new SplittableRandom(50);
    for (Map.Entry<String, ModelFile> entry : SmallModels.all().entrySet()) {
      byte[] bytes = SmallModels.bytes(entry.getValue());
      List<int[]> ranges = new ArrayList<>(sections(bytes).values());
      for (int round = 0; round < 400; round++) {
        byte[] changed = bytes.clone();
        StringBuilder what = new StringBuilder(entry.getKey());
        for (int i = random.nextInt(1, 7); i > 0; i--) {
          int[] range = ranges.get(random.nextInt(ranges.size()));
          int at = range[0] + 8 * random.nextInt((range[1] - range[0]) / 8);
          double extreme = EXTREMES[random.nextInt(EXTREMES.length)];
          SmallModels.littleEndian(changed).putDouble(at, extreme);
          what.append(", at ").append(at).append(' ').append(extreme);
        }
        use(what.toString(), changed);
      }
    }
  }
}
