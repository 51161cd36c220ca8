package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

class ParameterFileTest {

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("m.safetensors");
  }

  @Test
  void aModelThatIsWrittenAndReadIsTheSame() throws IOException {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      ModelFile written = entry.getValue();
      ParameterFile.write(written, file());
      ModelFile read = ParameterFile.read(file());
      if (!written.model().classes().names().equals(sorted(written))
          || written.model().classes().areNatural()) {
        // Names in natural order are read as such.
        assertArrayEquals(TestModels.bytes(written), TestModels.bytes(read), entry.getKey());
      }
      TestRows rows = read.testRows().orElseThrow();
      rows.require(written.model());
      written.testRows().ifPresent(kept -> assertEquals(kept, rows, entry.getKey()));
    }
  }

  private static List<String> sorted(ModelFile file) {
    return Classes.sorted(file.model().classes().names()).names();
  }

  @Test
  void theSameModelGivesTheSameBytes() throws IOException {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      ParameterFile.write(entry.getValue(), file());
      byte[] bytes = Files.readAllBytes(file());
      ParameterFile.write(ParameterFile.read(file()), file());
      assertArrayEquals(bytes, Files.readAllBytes(file()), entry.getKey());
    }
  }

  @Test
  void syntheticRowsMeetMostClasses() throws IOException {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      ParameterFile.write(new ModelFile(entry.getValue().model()), file());
      TestRows rows = ParameterFile.read(file()).testRows().orElseThrow();
      int k = entry.getValue().model().classCount();
      double[] joints = rows.logJoints();
      BitSet met = new BitSet(k);
      for (int i = 0; i < rows.rowCount(); i++) {
        int best = 0;
        for (int c = 1; c < k; c++) {
          best = joints[i * k + c] > joints[i * k + best] ? c : best;
        }
        met.set(best);
      }
      assertTrue(2 * met.cardinality() >= k, entry.getKey() + " " + met);
    }
  }

  @Test
  void aFileThatCannotBeWrittenLeavesTheOldOne() throws IOException {
    ModelFile model = TestModels.one("linear-named");
    ParameterFile.write(model, file());
    byte[] before = Files.readAllBytes(file());
    ModelFile half = new ModelFile(model.model(), Map.of("note", "\ud800"));
    assertEquals(
        "a text of the description of the model contains half a surrogate pair; whole characters"
            + " are expected",
        assertThrows(IllegalArgumentException.class, () -> ParameterFile.write(half, file()))
            .getMessage());
    assertArrayEquals(before, Files.readAllBytes(file()));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file()), files.toList());
    }
    Path nowhere = folder.resolve("none/m.safetensors");
    assertTrue(
        assertThrows(UnusableFileException.class, () -> ParameterFile.write(model, nowhere))
            .getMessage()
            .startsWith("'" + nowhere + "' cannot be written: "));
  }

  private static final double[] EVEN = {0.5, 0.5};

  private static LinearDiscriminant linear(Features features, double[][] means, double[] spread) {
    double[][] covariance = new double[spread.length][spread.length];
    for (int j = 0; j < spread.length; j++) {
      covariance[j][j] = spread[j];
    }
    return LinearDiscriminant.of(
        features,
        Classes.sorted(List.of("a", "b")),
        EVEN,
        new double[spread.length],
        means,
        covariance);
  }

  /// Numbers, then categories as indicators of a model that transforms them.
  private static IndicatorClassifier indicators(String... names) {
    Indicators indicators =
        Indicators.of(
            Features.of("size", "colour"), List.of(CategoryDictionary.of(List.of(names))), 0);
    double[][] means = {{0, 0.2, 0.7}, {1, 0.5, 0.1}};
    return IndicatorClassifier.of(
        indicators,
        TransformedClassifier.of(
            indicators.outputs(),
            Transform.centering(1, 0, 0),
            linear(indicators.outputs(), means, new double[] {1, 0.2, 0.3})));
  }

  private static CategoricalNaiveBayes categories(String... names) {
    return CategoricalNaiveBayes.of(
        Features.of("colour"),
        Classes.sorted(List.of("a", "b")),
        EVEN,
        List.of(CategoryDictionary.of(List.of(names))),
        new double[][] {{1, 2, 3}, {3, 2, 1}},
        new double[] {1});
  }

  @Test
  void categoriesGetOtherNames() throws IOException {
    for (boolean isMixed : new boolean[] {false, true}) {
      Classifier<?, ?> other =
          isMixed ? mixed(categories(" x", "True", "")) : categories(" x", "True", "");
      Classifier<?, ?> same =
          isMixed ? mixed(categories("_x", "true", "_")) : categories("_x", "true", "_");
      assertRenamed(other, same);
    }
    assertRenamed(indicators(" x", "True", ""), indicators("_x", "true", "_"));
  }

  private static MixedNaiveBayes mixed(CategoricalNaiveBayes categories) {
    return MixedNaiveBayes.of(
        EVEN,
        List.of(
            linear(Features.of("size"), new double[][] {{0}, {1}}, new double[] {1}), categories));
  }

  private void assertRenamed(Classifier<?, ?> stored, Classifier<?, ?> expected)
      throws IOException {
    ParameterFile.write(new ModelFile(stored), file());
    UnaryOperator<String> naming =
        name -> name.isEmpty() ? "_" : name.toLowerCase(Locale.ROOT).replace(' ', '_');
    assertArrayEquals(
        TestModels.bytes(new ModelFile(expected)),
        TestModels.bytes(ParameterFile.read(file(), naming)));
    assertArrayEquals(
        TestModels.bytes(new ModelFile(stored)), TestModels.bytes(ParameterFile.read(file())));
  }

  @Test
  void categoriesThatGetTheSameNameAreRefused() throws IOException {
    for (Classifier<?, ?> model :
        List.of(
            categories(" red", "blue", "red"),
            mixed(categories(" red", "blue", "red")),
            indicators(" red", "blue", "red"))) {
      ParameterFile.write(new ModelFile(model), file());
      assertEquals(
          "'%s' is no valid parameter file: the categories ' red' and 'red' of feature 'colour' are both 'red' here; distinct names are expected"
              .formatted(file()),
          assertThrows(UnusableFileException.class, () -> ParameterFile.read(file(), String::strip))
              .getMessage());
    }
  }

  /// Covariances of condition 10³ to 10¹²: what other programs compute differs by rounding.
  @Test
  void theToleranceFollowsTheCondition() throws IOException {
    for (int exponent = 3; exponent <= 12; exponent++) {
      double small = Math.pow(10, -exponent);
      LinearDiscriminant model =
          LinearDiscriminant.of(
              Features.unnamed(2),
              Classes.sorted(List.of("a", "b")),
              EVEN,
              new double[2],
              new double[][] {{0, 0}, {1, 1}},
              new double[][] {{1, 1 - small}, {1 - small, 1}});
      ParameterFile.write(new ModelFile(model), file());
      double allowed = Math.max(1e-12, 0x1p-50 / small);
      requireShifted(allowed / 2);
      ParameterFile.write(new ModelFile(model), file());
      assertThrows(UnusableFileException.class, () -> requireShifted(4 * allowed));
    }
  }

  /// Reads the file with another score in its first test row.
  private void requireShifted(double relative) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file())).order(ByteOrder.LITTLE_ENDIAN);
    int start = (int) bytes.getLong(0) + Long.BYTES;
    String header =
        new String(bytes.array(), Long.BYTES, start - Long.BYTES, StandardCharsets.UTF_8);
    Matcher place =
        Pattern.compile("\"check.log_joint\":.*?\"data_offsets\":\\[(\\d+)").matcher(header);
    assertTrue(place.find());
    int at = start + Integer.parseInt(place.group(1));
    double one = bytes.getDouble(at);
    double other = bytes.getDouble(at + Double.BYTES);
    bytes.putDouble(at, one + relative * Math.max(1, Math.max(Math.abs(one), Math.abs(other))));
    Files.write(file(), signed(bytes.array(), start, header));
    ParameterFile.read(file());
  }

  /// The bytes with the checksum of what they hold.
  private static byte[] signed(byte[] bytes, int start, String header) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      Matcher model = Pattern.compile("\"model\":\"(.*?)\",\"sha256\":\"").matcher(header);
      assertTrue(model.find());
      digest.update(model.group(1).replace("\\\"", "\"").getBytes(StandardCharsets.UTF_8));
      Matcher tensors =
          Pattern.compile("\"([^\"]+)\":\\{\"dtype\".*?\"data_offsets\":\\[(\\d+),(\\d+)")
              .matcher(header);
      while (tensors.find()) {
        digest.update((tensors.group(1) + "\n").getBytes(StandardCharsets.UTF_8));
        int from = Integer.parseInt(tensors.group(2));
        digest.update(bytes, start + from, Integer.parseInt(tensors.group(3)) - from);
      }
      byte[] sum = HexFormat.of().formatHex(digest.digest()).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(sum, 0, bytes, Long.BYTES + model.end(), sum.length);
      return bytes;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aModelWithNumbersNearTheLimitsOfDoublesIsWrittenIfARowHasScores() throws IOException {
    LinearDiscriminant unit =
        linear(Features.unnamed(2), new double[][] {{1, 0}, {0, 0}}, new double[] {1, 1});
    Features features = Features.unnamed(2);
    Classes classes = Classes.sorted(List.of("a", "b"));
    double[] large = {1e308, 1e308};
    for (Classifier<?, ?> model :
        List.of(
            TransformedClassifier.of(features, Transform.standardization(large, large), unit),
            TransformedClassifier.of(
                features, Transform.linear(new double[][] {large, {0, 1}}, new double[2]), unit),
            TransformedClassifier.of(features, Transform.signedPower(1e-308), unit),
            LinearClassifier.of(
                features, classes, new double[] {1e308, 0}, new double[][] {large, {0, 1e-308}}),
            LinearClassifier.of(
                features, classes, new double[2], new double[][] {{0, 0}, {0, 1e-308}}),
            MultinomialNaiveBayes.of(
                features, classes, EVEN, new double[][] {{1e-308, 1e-308}, {1, 1}}),
            PoissonNaiveBayes.of(
                features, classes, EVEN, new double[][] {{1, 1}, {1, 1}}, new double[] {1e-200, 1}),
            QuadraticDiscriminant.of(
                features,
                classes,
                EVEN,
                new double[2][2],
                new double[][] {{1e308, 0}, {0, 0}},
                new double[][][] {{{1, 0}, {0, 1}}, {{1e308, 0}, {0, 1}}}))) {
      ParameterFile.write(new ModelFile(model), file());
      assertTrue(ParameterFile.read(file()).testRows().orElseThrow().rowCount() >= 1);
    }
    LinearDiscriminant none =
        linear(features, new double[][] {{1e308, 0}, {-1e308, 0}}, new double[] {1, 1});
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> ParameterFile.write(new ModelFile(none), file()))
            .getMessage()
            .startsWith(
                "no synthetic row has finite scores, as the parameters are near the limits"));
  }
}
