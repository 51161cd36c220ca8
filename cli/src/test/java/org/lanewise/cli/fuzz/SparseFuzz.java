package org.lanewise.cli.fuzz;

import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.WholeFile;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;

/// Any bytes are sparse lines, or a table, or refused; read like the file of a model, too.
public final class SparseFuzz {

  private static final int FEATURE_LIMIT = 1_000;

  private SparseFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) {
    Table table = Untrusted.table(bytes, ReadOptions.DEFAULT);
    if (table != null && table.features() instanceof SparseFeatures sparse) {
      requireOrdered(sparse);
    }
    Untrusted.read(() ->
        WholeFile.readLike(
            Schema.SPARSE,
            FEATURE_LIMIT,
            Untrusted.file(bytes),
            ReadOptions.DEFAULT,
            LabelUse.IGNORED));
  }

  private static void requireOrdered(SparseFeatures sparse) {
    for (int row = 0; row < sparse.rowCount(); row++) {
      int last = -1;
      for (int i = sparse.rowStarts()[row]; i < sparse.rowStarts()[row + 1]; i++) {
        int index = sparse.indices()[i];
        Untrusted.require(
            last < index && index < sparse.featureCount() && sparse.values()[i] != 0,
            "a sparse row has index %d after %d".formatted(index, last));
        last = index;
      }
    }
  }
}
