package org.lanewise.bench.study.question;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.result.DataTable;

/// What experiments are given.
///
/// @param tables the data sets that were found
/// @param quick whether few repetitions shall do
/// @param parallel who works
/// @param folder where tables of figures lie
public record Setting(List<Table> tables, boolean quick, Parallel parallel, Path folder) {

  /// A number of repetitions or rows: that of a full run, or that of a quick one.
  int number(int full, int ifQuick) {
    return quick ? ifQuick : full;
  }

  /// The most training rows of a learning curve.
  int mostRows() {
    return number(Integer.MAX_VALUE, 700);
  }

  /// Splits that the errors of a table are means over.
  int splits(Table table) {
    return table.isSmall() ? number(200, 10) : number(30, 2);
  }

  /// The tables of some names.
  List<Table> named(List<String> names) {
    return tables.stream().filter(table -> names.contains(table.name())).toList();
  }

  /// Logistic regression with the C that the learning curves chose for the most rows of a table.
  ///
  /// @throws IOException if these were not measured
  LogisticRegression logisticOf(Table table) throws IOException {
    if (DataTable.exists(folder, LearningCurves.TABLE)) {
      List<DataTable.Line> lines =
          DataTable.read(folder, LearningCurves.TABLE)
              .where(line -> line.has("set", table.set()) && line.has("kind", table.kind()));
      if (!lines.isEmpty()) {
        return new LogisticRegression(lines.getLast().number("c"));
      }
    }
    throw new IOException(
        "%s has no learning curve of %s, whose C is needed: bench/study/run curves"
            .formatted(folder, table.name()));
  }
}
