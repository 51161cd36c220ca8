package org.lanewise.statistics;

/// What rows amount to, in a form that can be put together.
///
/// @param <M> the form itself
abstract class Moments<M extends Moments<M>> {

  /// Merges what `right` holds into this, as if its rows came after these.
  abstract void merge(M right);

  abstract M copy();

  /// The moments of other classes: class c of them is class `from[c]` of these, or without rows
  /// where that is −1.
  abstract M arranged(int[] from);
}
