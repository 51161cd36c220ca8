package org.lanewise.bench.cold;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;

class FreshProcessTest {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LARGE_LDA")
  void rowsHaveTheSameLabelsOneAtATimeAndAsABatch(ColdModel made) {
    Classifier<?, ?> model = made.fit();
    RowBatch batch = made.rows().batch();
    int[] one = new int[batch.rowCount()];
    int[] all = new int[batch.rowCount()];
    FreshProcess.work("rows", model, batch, one).run();
    FreshProcess.work("batches", model, batch, all).run();
    assertArrayEquals(all, one);
    assertTrue(Arrays.stream(all).distinct().count() > 1);
  }
}
