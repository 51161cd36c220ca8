package org.lanewise.internal.store;

import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;

/// The bridge from an exported view to the store behind it.
///
/// Views show only their public methods; kernels and statistics read the storage through an
/// accessor that the views give when their classes are initialised. A caller that has a view has
/// initialised its class, so the accessor exists.
public abstract class Stores {

  private static volatile Stores views;

  /// For the accessor of `org.lanewise.data`.
  protected Stores() {}

  /// Sets the accessor, once.
  ///
  /// @throws IllegalStateException if it is already set
  public static void giveAccess(Stores accessor) {
    if (views != null) {
      throw new IllegalStateException("the views have given access already; once is expected");
    }
    views = accessor;
  }

  /// The store of the numbers of a view.
  public static NumericStore of(NumericColumns rows) {
    return views.numeric(rows);
  }

  /// The store of the bits of a view.
  public static BitStore of(BitColumns rows) {
    return views.bits(rows);
  }

  /// The store of the codes of a view.
  public static CodeStore of(CategoryColumns rows) {
    return views.codes(rows);
  }

  /// A view of the numbers of a store, for a caller that holds another view.
  public static NumericColumns view(NumericStore store, Features features) {
    return views.viewOf(store, features);
  }

  /// A view of the numbers of a store.
  protected abstract NumericColumns viewOf(NumericStore store, Features features);

  /// The store of the numbers of a view.
  protected abstract NumericStore numeric(NumericColumns rows);

  /// The store of the bits of a view.
  protected abstract BitStore bits(BitColumns rows);

  /// The store of the codes of a view.
  protected abstract CodeStore codes(CategoryColumns rows);
}
