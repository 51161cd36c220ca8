package org.lanewise.cli.engine;

import java.util.List;
import java.util.function.Function;
import org.lanewise.cli.table.Table;

/// Columns that are made of rows.
///
/// @param columns what they are
/// @param of the values of some rows, of each column in its form; called by several threads at once
public record Answers(List<Answer> columns, Function<Table, List<Values>> of) {

  /// Copies the columns.
  public Answers {
    columns = List.copyOf(columns);
  }

  /// A column.
  ///
  /// @param name its name
  /// @param texts the texts that its values are; none if they are numbers
  /// @param isWhole whether text has its numbers without a decimal point
  public record Answer(String name, List<String> texts, boolean isWhole) {

    /// Copies the texts.
    public Answer {
      texts = List.copyOf(texts);
    }

    /// A column of numbers.
    public static Answer ofNumbers(String name) {
      return new Answer(name, List.of(), false);
    }

    /// Whether values are numbers.
    public boolean isNumber() {
      return texts.isEmpty();
    }
  }

  /// The values of a column in some rows: either numbers or indices of texts, each at `start + row
  /// · step`.
  ///
  /// @param numbers the numbers; null if they are indices
  /// @param indices the indices of texts; null if they are numbers
  public record Values(double[] numbers, int[] indices, int start, int step) {

    /// Numbers.
    public static Values of(double[] numbers, int start, int step) {
      return new Values(numbers, null, start, step);
    }

    /// Indices of texts.
    public static Values of(int[] indices, int start, int step) {
      return new Values(null, indices, start, step);
    }
  }
}
