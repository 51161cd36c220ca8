package org.lanewise.spark.scoring;

import java.io.Serializable;
import org.lanewise.data.MissingValues;
import org.lanewise.data.UnseenCategory;

/// How a model reads the values of a vector.
///
/// @param threshold the threshold of bits; NaN if they are 0 or 1
/// @param unseen the treatment of unseen categories
/// @param missing whether NaN is a missing value
public record RowOptions(double threshold, UnseenCategory unseen, MissingValues missing)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /// Whether NaN is a missing value.
  boolean allowsMissing() {
    return missing == MissingValues.ALLOW;
  }
}
