package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.StatisticsFile;

class OpenedStatisticsTest {

  private static final Classes GIVEN = Classes.of("zip", "card");
  private static final NumericColumns ROWS =
      NumericColumns.fromRows(new double[] {1, 2}, new double[] {3, 5}, new double[] {4, 4});
  private static final Labels LABELS = Labels.ofIndices(new int[] {0, 1, 0}, GIVEN);
  private static final Labels LATER = Labels.of("loan", "zip", "apple");

  @Test
  void classesInAGivenOrderStayAndNewOnesComeAfterThem() {
    for (GaussianStatistics closed :
        List.of(
            new GaussianStatistics(Features.unnamed(2), GIVEN),
            GaussianStatistics.pooled(Features.unnamed(2), GIVEN))) {
      closed.add(ROWS, LABELS);
      assertEquals(
          "the labels have the class 'apple'; one of [zip, card] is expected, the classes that were"
              + " given",
          assertThrows(IllegalArgumentException.class, () -> closed.add(ROWS, LATER)).getMessage());
      GaussianStatistics opened = closed.opened().add(ROWS, LATER).as(GaussianStatistics.class);
      // The labels have their classes in natural order.
      assertEquals(List.of("zip", "card", "apple", "loan"), opened.classes().names());
      assertArrayEquals(new double[] {3, 1, 1, 1}, opened.summary().classWeights());
      assertEquals(GIVEN, closed.classes(), "a copy was opened");
      assertEquals(3, closed.rowCount());
    }
  }

  @Test
  void classesInNaturalOrderStayNatural() {
    VarianceStatistics opened =
        new VarianceStatistics(2)
            .add(ROWS, Labels.of("b", "c", "b"))
            .opened()
            .as(VarianceStatistics.class);
    opened.add(ROWS, Labels.of("a", "a", "a"));
    assertEquals(List.of("a", "b", "c"), opened.classes().names());
  }

  @Test
  void statisticsOfBlocksOpenAllBlocks() {
    MixedColumns mixed =
        MixedColumns.of(ROWS, BitColumns.fromRows(new boolean[][] {{true}, {false}, {true}}));
    MixedStatistics closed = MixedStatistics.of(mixed, LABELS);
    MixedStatistics opened = closed.opened().add(mixed, LATER).as(MixedStatistics.class);
    assertEquals(List.of("zip", "card", "apple", "loan"), opened.classes().names());
    assertEquals(opened.classes(), opened.block(1).classes());
    assertThrows(IllegalArgumentException.class, () -> closed.add(mixed, LATER));
  }

  @Test
  void openedStatisticsMergeNewClassesAndStayOpenInAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.stats");
    new StatisticsFile(
            new GaussianStatistics(Features.unnamed(2), GIVEN).opened().add(ROWS, LABELS))
        .write(file);
    Statistics read = StatisticsFile.read(file).statistics();
    read.merge(new GaussianStatistics(2).add(ROWS, Labels.of("loan", "loan", "zip")));
    assertEquals(List.of("zip", "card", "loan"), read.classes().names());
    assertEquals(3, read.classWeight(0));
  }

  @Test
  void emptyStatisticsGatherRowsToSubtract() {
    GaussianStatistics pooled = GaussianStatistics.pooled(Features.unnamed(2), GIVEN);
    pooled.add(ROWS, LABELS).add(ROWS, LABELS);
    pooled.subtract(pooled.empty().add(ROWS, LABELS));
    assertEquals(3, pooled.rowCount());
    assertEquals(GIVEN, pooled.classes());
  }

  @Test
  void classesWithoutNamesCannotBeOpened() {
    assertEquals(
        "the classes 0 to 2 have no names; classes with names are expected, to be open for more",
        assertThrows(
                IllegalStateException.class,
                () -> new GaussianStatistics(Features.unnamed(2), Classes.unnamed(3)).opened())
            .getMessage());
  }
}
