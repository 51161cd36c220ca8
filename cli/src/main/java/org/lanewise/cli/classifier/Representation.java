package org.lanewise.cli.classifier;

import org.lanewise.cli.data.Table;
import org.lanewise.data.Samples;

/// What the rows of a file become for a classifier.
public enum Representation {
  /// Every feature a double.
  NUMBERS {
    @Override
    Samples of(Table rows, Inputs inputs) {
      return inputs.numbers(rows);
    }
  },

  /// Every feature 0 or 1.
  BITS {
    @Override
    Samples of(Table rows, Inputs inputs) {
      return inputs.bits(rows);
    }
  },

  /// Every feature a number from 0 up.
  COUNTS {
    @Override
    Samples of(Table rows, Inputs inputs) {
      return inputs.counts(rows);
    }
  },

  /// Every feature a category.
  CATEGORIES {
    @Override
    Samples of(Table rows, Inputs inputs) {
      return inputs.categories(rows);
    }
  };

  /// The rows in this representation.
  ///
  /// @throws org.lanewise.cli.data.DataException if they do not have one
  abstract Samples of(Table rows, Inputs inputs);
}
