package org.lanewise.internal.gather.counts;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.internal.store.CodeColumn;
import org.lanewise.internal.store.CodeStore;
import org.lanewise.internal.store.Stores;

/// Counts categories. Category v of feature j in class c is `[c·first[d] + first[j] + v]`.
public final class CodeCounts {

  /// Rows of a block, and the fewest rows whose features are counted in groups.
  private static final int SCAN = 1024;

  private CodeCounts() {}

  /// Adds how many rows of each class have each category of some features.
  ///
  /// @param to which class each of the labels' is
  /// @param first where the categories of each feature begin among those of all
  public static void count(
      CategoryColumns batch,
      Labels labels,
      int[] to,
      int[] first,
      int fromFeature,
      int toFeature,
      long[] out) {
    int categoryCount = first[first.length - 1];
    CodeStore store = Stores.of(batch);
    List<CodeGroup> groups = new ArrayList<>();
    if (batch.rowCount() >= SCAN && categoryCount > 0) {
      CodeGroup.addAll(groups, first, fromFeature, toFeature, out.length / categoryCount);
    }
    int[] label = new int[SCAN];
    byte[] classes = new byte[SCAN];
    byte[] codes = new byte[SCAN];
    byte[] cells = new byte[SCAN];
    for (int from = 0; from < batch.rowCount(); from += SCAN) {
      int count = Math.min(SCAN, batch.rowCount() - from);
      labels.copy(from, count, label, 0);
      for (int i = 0; i < count; i++) {
        classes[i] = (byte) to[label[i]];
        label[i] = to[label[i]] * categoryCount;
      }
      int j = fromFeature;
      for (CodeGroup group : groups) {
        for (; j < group.from; j++) {
          store.count(j, from, count, label, first[j], out);
        }
        System.arraycopy(classes, 0, cells, 0, count);
        for (; j < group.end; j++) {
          store.copy(j, from, count, codes, 0);
          CodeGroup.append(cells, codes, count, first[j + 1] - first[j]);
        }
        group.count(cells, count);
      }
      for (; j < toFeature; j++) {
        store.count(j, from, count, label, first[j], out);
      }
    }
    for (CodeGroup group : groups) {
      group.addTo(out, first);
    }
  }

  /// Adds the weights of the rows of each class that have each category of some features.
  ///
  /// @param to which class each of the labels' is
  /// @param first where the categories of each feature begin among those of all
  public static void sum(
      CategoryColumns batch,
      Labels labels,
      int[] to,
      int[] first,
      int fromFeature,
      int toFeature,
      double[] out) {
    int categoryCount = first[first.length - 1];
    CodeStore store = Stores.of(batch);
    for (int j = fromFeature; j < toFeature; j++) {
      for (int row = 0; row < batch.rowCount(); row++) {
        int code = store.code(row, j);
        if (code != CodeColumn.MISSING) {
          out[to[labels.index(row)] * categoryCount + first[j] + code] += labels.weight(row);
        }
      }
    }
  }
}
