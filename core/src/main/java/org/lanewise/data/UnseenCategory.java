package org.lanewise.data;

/// What a scorer does with a category that is not in the dictionary of its feature.
public enum UnseenCategory {

  /// Refuses the row, naming the feature and the category.
  REFUSE,

  /// Leaves the factor of that feature out, as where the value is missing.
  IGNORE,

  /// Gives the probability that the category would have, had the dictionary held it: α / (n + α (K
  /// + 1)) with n the rows of the class that have a value and K the known categories.
  SMOOTHED
}
