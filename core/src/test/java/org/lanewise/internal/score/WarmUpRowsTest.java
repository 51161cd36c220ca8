package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;

class WarmUpRowsTest {

  @Test
  void aModelWithAFeatureOfNoCategoryIsWarmedUpByRowsThatLackIt() {
    CategoryColumns rows =
        CategoryColumns.fromRows(
            new int[] {0, CategoryColumns.MISSING},
            new int[] {1, CategoryColumns.MISSING},
            new int[] {1, CategoryColumns.MISSING});
    Labels labels = Labels.of("x", "y", "y");
    CategoricalNaiveBayes model = CategoricalNaiveBayes.fit(rows, labels);
    assertEquals(0, model.dictionaries().get(1).size());
    model.scorer().warmUp(Duration.ofMillis(1));
    MixedNaiveBayes mixed = MixedNaiveBayes.fit(MixedColumns.of(rows), labels);
    mixed.scorer().warmUp(Duration.ofMillis(1));
  }
}
