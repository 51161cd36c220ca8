package org.lanewise.data;

import org.lanewise.internal.store.BitStore;
import org.lanewise.internal.store.CodeStore;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Shows the stores of views to statistics and scorers, which are in other packages.
final class StoreAccess extends Stores {

  static {
    Stores.giveAccess(new StoreAccess());
  }

  private StoreAccess() {}

  /// Called when a class of views is initialised.
  static void give() {
    // The static initialiser has done it.
  }

  @Override
  protected NumericStore numeric(NumericColumns rows) {
    return rows.store;
  }

  @Override
  protected NumericColumns viewOf(NumericStore store, Features features) {
    return new NumericColumns(store, features);
  }

  @Override
  protected BitStore bits(BitColumns rows) {
    return rows.store;
  }

  @Override
  protected CodeStore codes(CategoryColumns rows) {
    return rows.store;
  }
}
