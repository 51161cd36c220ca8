package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;

@Tag("once")
class TestRowsFileTest {

  private static final double[][] NUMBERS = {{1, 2}, {0, -0.0}, {3, 0}};

  private static RowBatch rows(Classifier<?, ?> model) {
    return switch (model) {
      case GaussianClassifier _ -> NumericColumns.fromRows(NUMBERS);
      case BernoulliNaiveBayes _ -> BitColumns.copyOfColumns(new boolean[model.featureCount()][3]);
      case CategoricalNaiveBayes _ -> {
        int[][] codes = new int[model.featureCount()][3];
        codes[0][2] = CategoryColumns.MISSING;
        codes[1][0] = 1;
        yield CategoryColumns.withMissing(CategoryColumns.MISSING, codes);
      }
      case MixedNaiveBayes mixed ->
          MixedColumns.of(mixed.blocks().stream().map(TestRowsFileTest::rows).toList());
      case IndicatorClassifier _ ->
          MixedColumns.of(
              NumericColumns.of(new double[] {1, 0, 3}), CategoryColumns.of(new int[] {2, 0, 1}));
      default ->
          NumericColumns.fromRows(
              new double[model.featureCount()],
              new double[model.featureCount()],
              new double[model.featureCount()]);
    };
  }

  @SuppressWarnings("unchecked")
  private static TestRows made(Classifier<?, ?> model) {
    return TestRows.of((Classifier<Object, RowBatch>) model, rows(model));
  }

  private static byte[] bytes(ModelFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(bytes);
    return bytes.toByteArray();
  }

  @Test
  void everyKindOfModelComesBackWithItsTestRowsAndKeepsToThem() throws IOException {
    for (Map.Entry<String, ModelFile> entry : SmallModels.all().entrySet()) {
      ModelFile file = entry.getValue().withTestRows(made(entry.getValue().model()));
      ModelFile read = ModelFile.read(new ByteArrayInputStream(bytes(file)));
      TestRows rows = read.testRows().orElseThrow();
      assertEquals(file.testRows().orElseThrow(), rows, entry.getKey());
      assertEquals(3, rows.rowCount());
      rows.require(read.model());
    }
  }

  @Test
  void anyDamagedByteIsRefused() throws IOException {
    LinearDiscriminant model = SmallModels.linear();
    byte[] bytes = bytes(new ModelFile(model).withTestRows(made(model)));
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 0x10;
      assertThrows(
          IOException.class, () -> ModelFile.read(new ByteArrayInputStream(damaged)), "byte " + i);
    }
  }

  @Test
  void logJointsOfAnotherArithmeticMayDifferInTheLastDigits() {
    LinearDiscriminant model = SmallModels.linear();
    TestRows rows = made(model);
    double[] near = rows.logJoints();
    near[1] *= 1 + 1e-14;
    with(rows, 2, near).require(model);
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> with(rows, TestRows.ARITHMETIC, near).require(model))
            .getMessage()
            .endsWith("the same bits are expected"));
    near[1] *= 1 + 1e-11;
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> with(rows, 2, near).require(model))
            .getMessage()
            .endsWith("a difference of at most 1e-12 is expected"));
  }

  @Test
  void anInfiniteLogJointIsNearNoOther() {
    LinearDiscriminant model = SmallModels.linear();
    TestRows rows = made(model);
    for (double infinite : new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
      double[] other = rows.logJoints();
      other[0] = infinite;
      assertThrows(IllegalArgumentException.class, () -> with(rows, 2, other).require(model));
    }
  }

  @Test
  void blocksOfMoreFeaturesThanTheModelAreRefusedBeforeThereIsRoomForThem() throws IOException {
    LinearDiscriminant model = SmallModels.linear();
    TestRows.Block block = new TestRows.Block(TestRows.Kind.NUMBERS, 2);
    TestRows rows =
        TestRows.of(
            TestRows.ARITHMETIC,
            List.of(block, block),
            true,
            new int[2],
            new int[0],
            new double[0],
            new double[3]);
    byte[] bytes = bytes(new ModelFile(model).withTestRows(rows));
    assertThrows(
        UnusableFileException.class, () -> ModelFile.read(new ByteArrayInputStream(bytes)));
  }

  private static TestRows with(TestRows rows, int arithmetic, double[] logJoints) {
    return TestRows.of(
        arithmetic,
        rows.blocks(),
        rows.isMixed(),
        rows.starts(),
        rows.features(),
        rows.values(),
        logJoints);
  }

  @Test
  void rowsOfAnotherKindOrWithoutNumbersAreRefused() {
    LinearDiscriminant model = SmallModels.linear();
    TestRows rows = made(model);
    TestRows bits =
        TestRows.of(
            TestRows.ARITHMETIC,
            List.of(new TestRows.Block(TestRows.Kind.BITS, 2)),
            false,
            new int[] {0, 0, 0, 0},
            new int[0],
            new double[0],
            rows.logJoints());
    assertEquals(
        "the test rows have features of the kinds [BITS], which the model does not take",
        assertThrows(IllegalArgumentException.class, () -> bits.require(model)).getMessage());
    NumericColumns none = NumericColumns.of(new double[0], new double[0]);
    assertEquals(
        "0 test rows were given; 1 to 1000 are expected",
        assertThrows(IllegalArgumentException.class, () -> TestRows.of(model, none)).getMessage());
  }
}
