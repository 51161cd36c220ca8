package org.lanewise.data;

/// The treatment of a category that is not in the dictionary of its feature.
public enum UnseenCategory {

  /// Rejects the row with a message that names the feature and the category.
  REFUSE,

  /// Leaves the factor of that feature out, as for a missing value.
  IGNORE,

  /// Uses the probability that the category would have if the dictionary contained it: α / (n + α
  /// (K
  /// + 1)) with n the rows of the class with an observed value and K the known categories.
  SMOOTHED
}
