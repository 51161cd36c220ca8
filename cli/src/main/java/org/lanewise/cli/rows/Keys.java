package org.lanewise.cli.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.Table;

/// Columns of a table of several kinds that say which row it is, or when, rather than what: dates
/// taken for categories, and the numbers of rows taken for measurements.
final class Keys {

  /// Fewer different values are no reason to doubt.
  private static final int FEW = 10;

  private static final Pattern DATE =
      Pattern.compile(
          "[12][0-9]{3}([-/.])(0?[1-9]|1[0-2])\\1(0?[1-9]|[12][0-9]|3[01])([T ].*)?"
              + "|(0?[1-9]|[12][0-9]|3[01])([-/.])(0?[1-9]|[12][0-9]|3[01])\\6([12][0-9])?[0-9]{2}"
              + "([T ].*)?");

  private Keys() {}

  /// A sentence for each such column.
  static List<String> doubts(Table rows, ColumnTypes types) {
    List<String> doubts = new ArrayList<>();
    CategoryFeatures cells = ColumnTypes.cells(rows);
    for (int feature = 0; feature < types.types().size(); feature++) {
      List<String> texts = cells.dictionaries().get(feature);
      ColumnType type = types.types().get(feature);
      if (texts.size() <= FEW) {
        continue;
      }
      if (type == ColumnType.CATEGORY
          && texts.stream().allMatch(text -> DATE.matcher(text).matches())) {
        doubts.add(
            "%s looks like dates: it has %d different ones, such as '%s', and each is a category now; --drop leaves columns out"
                .formatted(rows.schema().describe(feature), texts.size(), texts.getFirst()));
      } else if (type == ColumnType.NUMBER && numberRows(texts, rows.rowCount())) {
        doubts.add(
            "%s looks like the numbers of the rows: %d whole numbers without a gap, each in one row, and is a measurement now; --drop leaves columns out"
                .formatted(rows.schema().describe(feature), texts.size()));
      }
    }
    return doubts;
  }

  /// Whether numbers are those of rows: whole, each in one row, without a gap.
  private static boolean numberRows(List<String> texts, int rowCount) {
    if (texts.size() != rowCount) {
      return false;
    }
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (String text : texts) {
      double value = Double.parseDouble(text);
      if (value != Math.rint(value)) {
        return false;
      }
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    return greatest - least == rowCount - 1;
  }
}
