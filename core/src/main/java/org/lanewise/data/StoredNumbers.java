package org.lanewise.data;

import java.util.Objects;
import org.lanewise.internal.store.MaskedStore;
import org.lanewise.internal.store.NumericStore;

/// The base of all numeric columns: a store of values, and features.
abstract sealed class StoredNumbers implements NumericColumns
    permits DoubleColumns, FloatColumns, SegmentColumns, DerivedColumns {

  static {
    StoreAccess.give();
  }

  final NumericStore store;
  private final Features features;

  StoredNumbers(NumericStore store, Features features) {
    this.store = store;
    this.features = Names.requireCount(features, store.columnCount());
  }

  @Override
  public final int rowCount() {
    return store.rowCount();
  }

  @Override
  public final Features features() {
    return features;
  }

  @Override
  public final double value(int row, int feature) {
    Objects.checkIndex(row, store.rowCount());
    Objects.checkIndex(feature, store.columnCount());
    return store.value(row, feature);
  }

  @Override
  public final void row(int row, double[] out) {
    Objects.checkIndex(row, store.rowCount());
    Objects.checkFromIndexSize(0, store.columnCount(), out.length);
    store.row(row, out);
  }

  /// The validity of values.
  final NumericStore masked(BitColumns valid) {
    if (valid.rowCount() != rowCount() || valid.featureCount() != featureCount()) {
      throw new IllegalArgumentException(
          "there are validity bits for %d rows of %d features; %d rows of %d features are expected"
              .formatted(valid.rowCount(), valid.featureCount(), rowCount(), featureCount()));
    }
    return new MaskedStore(store, valid.store);
  }
}
