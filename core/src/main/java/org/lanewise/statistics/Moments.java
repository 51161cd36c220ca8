package org.lanewise.statistics;

/// What rows amount to, in a form that can be put together.
///
/// @param <M> the form itself
abstract class Moments<M extends Moments<M>> {

  /// Merges what `right` holds into this, as if its rows came after these.
  abstract void merge(M right);

  abstract M copy();
}
