package org.lanewise.internal.store;

import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;

/// The bridge from an exported view to the store behind it.
///
/// Views show what users type; what kernels and statistics read is shown to them alone, by an
/// accessor that the views give when their classes are initialised. Whoever holds a view has
/// initialised its class, so the accessor is there.
public abstract class Stores {

  private static volatile Stores views;

  /// For the accessor of `org.lanewise.data`.
  protected Stores() {}

  /// Takes the accessor, once.
  ///
  /// @throws IllegalStateException if there is one
  public static void giveAccess(Stores accessor) {
    if (views != null) {
      throw new IllegalStateException("the views have given access already; once is expected");
    }
    views = accessor;
  }

  /// Where the numbers of a view lie.
  public static NumericStore of(NumericColumns rows) {
    return views.numeric(rows);
  }

  /// Where the bits of a view lie.
  public static BitStore of(BitColumns rows) {
    return views.bits(rows);
  }

  /// Where the codes of a view lie.
  public static CodeStore of(CategoryColumns rows) {
    return views.codes(rows);
  }

  /// A view of the numbers of a store, for a caller that holds another view.
  public static NumericColumns view(NumericStore store, Features features) {
    return views.viewOf(store, features);
  }

  /// A view of the numbers of a store.
  protected abstract NumericColumns viewOf(NumericStore store, Features features);

  /// Where the numbers of a view lie.
  protected abstract NumericStore numeric(NumericColumns rows);

  /// Where the bits of a view lie.
  protected abstract BitStore bits(BitColumns rows);

  /// Where the codes of a view lie.
  protected abstract CodeStore codes(CategoryColumns rows);
}
