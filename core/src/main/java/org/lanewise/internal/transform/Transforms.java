package org.lanewise.internal.transform;

import java.util.function.Supplier;
import org.lanewise.data.BadDataException;
import org.lanewise.data.LanewiseException;
import org.lanewise.transform.Transform;

/// The bridge from a transform to its steps, for scorers and files. The accessor is there once a
/// transform exists.
public abstract class Transforms {

  private static volatile Transforms accessor;

  /// For the accessor of `org.lanewise.transform`.
  protected Transforms() {}

  /// Takes the accessor, once.
  ///
  /// @throws IllegalStateException if there is one
  public static void giveAccess(Transforms given) {
    if (accessor != null) {
      throw new IllegalStateException("transforms have given access already; once is expected");
    }
    accessor = given;
  }

  /// The steps of a transform.
  public static RowTransform of(Transform transform) {
    return accessor.steps(transform);
  }

  /// Does work on transformed rows. If the transform mixes features, an exception names the values
  /// after it, which are no features of the rows.
  public static <T> T worded(Transform transform, Supplier<T> work) {
    try {
      return work.get();
    } catch (LanewiseException e) {
      if (transform.keepsFeatures()) {
        throw e;
      }
      throw new BadDataException(e, "after the transform '%s', %s", transform, e.getMessage());
    }
  }

  protected abstract RowTransform steps(Transform transform);
}
