package org.lanewise.cli.gathering;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Schema.Column;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.io.ModelFile;

class BlockGatheringTest {

  private static final Schema SCHEMA =
      new Schema(true, List.of("x", "y"), new Column(2, "class"), Column.NONE, Column.NONE);

  private static final FitOptions DEFAULTS = FitOptions.defaults(Optional.empty());

  /// Rows of three classes; each class is new after a third of the rows.
  private static Table table(int rowCount) {
    Random random = new Random(1);
    double[][] columns = new double[2][rowCount];
    String[] names = new String[rowCount];
    for (int row = 0; row < rowCount; row++) {
      int c = random.nextInt(1 + Math.min(2, 3 * row / rowCount));
      names[row] = List.of("m", "z", "a").get(c);
      columns[0][row] = c + random.nextGaussian();
      columns[1][row] = 1e6 - c + random.nextGaussian();
    }
    long[] lines = LongStream.rangeClosed(2, rowCount + 1L).toArray();
    return new Table(
        "data", SCHEMA, new NumberFeatures(rowCount, columns), Labels.of(names), lines);
  }

  private static byte[] bytes(FittedModel model) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ModelFile(model.classifier()).write(bytes);
    return bytes.toByteArray();
  }

  /// The rows as a file gives them: labels of a block know the classes of that block.
  private static void addBlocks(BlockGathering fit, Table table, int blockRows) {
    for (int from = 0; from < table.rowCount(); from += blockRows) {
      int begin = from;
      int[] rows = new int[Math.min(blockRows, table.rowCount() - from)];
      Arrays.setAll(rows, i -> begin + i);
      Table block = table.select(rows);
      String[] names = new String[rows.length];
      Arrays.setAll(names, block.labels()::name);
      Labels labels = Labels.of(names);
      fit.add(
          new Table(
              "data",
              SCHEMA,
              block.features(),
              block.labels().areWeighted() ? labels.withWeights(block.labels().weights()) : labels,
              block.lines()));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LDA", "QDA", "RDA", "GAUSSIAN_NB"})
  void givesTheBitsOfAFitToAllRows(ClassifierKind kind) throws IOException {
    FitOptions options = DEFAULTS;
    byte[] whole = bytes(FittedModel.fit(kind, options, table(70_000), Workers.CALLER));
    for (int blockRows : new int[] {1_000, 70_000}) {
      BlockGathering fit = BlockGathering.of(kind, options, SCHEMA, Workers.CALLER).orElseThrow();
      addBlocks(fit, table(70_000), blockRows);
      assertArrayEquals(whole, bytes(fit.gathered().fit(kind, options)));
      assertEquals(70_000, fit.gathered().rowCount());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERNOULLI_NB", "MULTINOMIAL_NB", "COMPLEMENT_NB", "POISSON_NB"})
  void givesTheBitsOfAFitToAllRowsOfBitsAndCounts(ClassifierKind kind) throws IOException {
    FitOptions options = DEFAULTS;
    Table table = table(70_000);
    boolean bits = kind == ClassifierKind.BERNOULLI_NB;
    Random random = new Random(2);
    double[] weights = new double[table.rowCount()];
    for (int row = 0; row < table.rowCount(); row++) {
      for (double[] column : ((NumberFeatures) table.features()).columns()) {
        column[row] = bits ? random.nextInt(2) : random.nextInt(5) + (row % 9 == 0 ? 0.3 : 0);
      }
      weights[row] = random.nextDouble();
    }
    Table weighted =
        new Table(
            "data", SCHEMA, table.features(), table.labels().withWeights(weights), table.lines());
    for (Table rows : List.of(table, weighted)) {
      byte[] whole = bytes(FittedModel.fit(kind, options, rows, Workers.CALLER));
      for (int blockRows : new int[] {1_000, 70_000}) {
        BlockGathering fit = BlockGathering.of(kind, options, SCHEMA, Workers.CALLER).orElseThrow();
        addBlocks(fit, rows, blockRows);
        assertArrayEquals(whole, bytes(fit.gathered().fit(kind, options)));
      }
    }
  }

  @Test
  void keepsRowsOfOtherFitsToTheirCaller() {
    FitOptions options = DEFAULTS;
    FitOptions ledoitWolf = DEFAULTS.with(Parameter.SHRINKAGE, "lw");
    assertEquals(
        true, BlockGathering.of(ClassifierKind.LDA, ledoitWolf, SCHEMA, Workers.CALLER).isEmpty());
    assertEquals(
        true,
        BlockGathering.of(ClassifierKind.MIXED_NB, options, SCHEMA, Workers.CALLER).isEmpty());
    assertEquals(
        true,
        BlockGathering.of(ClassifierKind.LDA, options, Schema.SPARSE, Workers.CALLER).isEmpty());
    Schema wide = new Schema(false, Schema.numbered(500), Column.NONE, Column.NONE, Column.NONE);
    assertEquals(
        true, BlockGathering.of(ClassifierKind.LDA, options, wide, Workers.CALLER).isEmpty());
    assertEquals(
        false, BlockGathering.of(ClassifierKind.QDA, options, wide, Workers.CALLER).isEmpty());
  }

  @Test
  void refusesOneClass() {
    BlockGathering fit =
        BlockGathering.of(ClassifierKind.LDA, DEFAULTS, SCHEMA, Workers.CALLER).orElseThrow();
    Table rows = table(30).select(new int[] {0, 1, 2});
    fit.add(new Table("data", SCHEMA, rows.features(), Labels.of("a", "a", "a"), rows.lines()));
    assertEquals(
        "data has only one class, 'a', in the training rows; expected two or more",
        assertThrows(DataException.class, () -> fit.gathered().fit(ClassifierKind.LDA, DEFAULTS))
            .getMessage());
  }
}
