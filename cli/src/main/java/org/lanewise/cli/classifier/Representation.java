package org.lanewise.cli.classifier;

import org.lanewise.cli.data.Table;
import org.lanewise.data.Samples;

/// What the rows of a file become for a classifier. Counts and categories are to come.
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
  };

  /// The rows in this representation.
  ///
  /// @throws org.lanewise.cli.data.DataException if they do not have one
  abstract Samples of(Table rows, Inputs inputs);
}
