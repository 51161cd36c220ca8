package org.lanewise.cli.resampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Schema.Column;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;

class PartsTest {

  /// Rows whose lines are their indices.
  private static Table table(int rowCount) {
    return new Table(
        "rows.csv",
        new Schema(true, List.of("x"), new Column(1, "class"), Column.NONE, Column.NONE),
        new NumberFeatures(rowCount, new double[1][rowCount]),
        Labels.of(Collections.nCopies(rowCount, "a")),
        IntStream.range(0, rowCount).asLongStream().toArray());
  }

  @Test
  void everyFifthRowTests() {
    Part part = Parts.every(table(11), 5).each().iterator().next();
    assertArrayEquals(new long[] {4, 9}, part.test(11).iterator().next().lines());
    assertArrayEquals(new long[] {0, 1, 2, 3, 5, 6, 7, 8, 10}, part.trainingTable().lines());
  }

  @ParameterizedTest
  @CsvSource({"3, 5, 3, 0", "4, 1, 0, 4"})
  void refusesToTrainOrTestOnNothing(int rowCount, int step, int train, int test) {
    DataException refusal =
        assertThrows(DataException.class, () -> Parts.every(table(rowCount), step));
    assertEquals(
        "every:%d leaves %d training rows and %d test rows of %d; expected some of both"
            .formatted(step, train, test, rowCount),
        refusal.getMessage());
  }
}
