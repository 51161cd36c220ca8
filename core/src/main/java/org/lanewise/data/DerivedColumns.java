package org.lanewise.data;

import org.lanewise.internal.store.NumericStore;

/// Numbers that are computed when they are read.
final class DerivedColumns extends StoredNumbers {

  DerivedColumns(NumericStore store, Features features) {
    super(store, features);
  }

  @Override
  public NumericColumns withValidity(BitColumns valid) {
    return new DerivedColumns(masked(valid), features());
  }
}
