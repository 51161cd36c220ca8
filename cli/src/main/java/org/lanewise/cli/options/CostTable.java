package org.lanewise.cli.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.Layout;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Workers;

/// The cost of each action in each class, as `--costs` gives it: a table in a file, or rows of
/// numbers on the command line.
///
/// @param name what to call it in messages
/// @param classes the class of each column; none where they are those of a model, in its order
/// @param actions the action of each row; none where they are the classes
/// @param costs `[action][class]`, finite numbers of at least 0
record CostTable(String name, List<String> classes, List<String> actions, double[][] costs) {

  private static final String NUMBERS = "[-+0-9.eE,; ]+";

  /// The costs of an option: numbers with `,` between them and `;` between rows, or the name of a
  /// file.
  ///
  /// @throws DataException if the file cannot be read or a cost is wrong
  /// @throws UsageException if numbers are wrong
  static CostTable read(String given) {
    boolean isList = given.isEmpty() || given.matches(NUMBERS) && !Files.exists(Path.of(given));
    return isList ? parse(given) : readFile(given);
  }

  private static CostTable parse(String given) {
    double[][] costs =
        Stream.of(given.split(";", -1))
            .map(row -> Stream.of(row.split(",", -1)).mapToDouble(FitOptions::parse).toArray())
            .toArray(double[][]::new);
    for (double[] row : costs) {
      if (row.length != costs.length
          || !Arrays.stream(row).allMatch(cost -> cost >= 0 && cost < Double.POSITIVE_INFINITY)) {
        throw UsageException.invalid(
            "--costs",
            given,
            "a file, or a row for each class separated by ';' with a number of at least 0 for each"
                + " class separated by ','");
      }
    }
    return new CostTable("--costs", List.of(), List.of(), costs);
  }

  private static CostTable readFile(String given) {
    ReadOptions options =
        ReadOptions.DEFAULT
            .withLayout(Layout.AUTOMATIC.withHeader(true))
            .withRoles(Roles.LABEL_LAST.withLabel("0"));
    try (DataReader reader = DataReader.openWhole(Path.of(given), options, (done, total) -> {})) {
      List<String> header = reader.headerCells();
      Table table = reader.all(Workers.CALLER);
      List<String> classes = header.subList(Math.min(1, header.size()), header.size());
      int columns = table.schema().featureNames().size();
      if (classes.size() != columns || new HashSet<>(classes).size() < columns) {
        throw new DataException(
            "%s has the header %s; expected a column for the action and %d different classes"
                .formatted(table.file(), header, columns));
      }
      return of(table, classes);
    } catch (DataException e) {
      throw new DataException(
          e.getMessage().replace(DataException.DECIMAL_COMMAS, "; expected a decimal point"), e);
    }
  }

  private static CostTable of(Table table, List<String> classes) {
    double[][] columns = ((NumberFeatures) table.features()).columns();
    Set<String> names = new HashSet<>();
    double[][] costs = new double[table.rowCount()][classes.size()];
    for (int row = 0; row < costs.length; row++) {
      String action = table.labels().name(row);
      if (!names.add(action)) {
        throw wrong(table, row, "the action '%s' appears twice".formatted(action));
      }
      for (int c = 0; c < columns.length; c++) {
        costs[row][c] = columns[c][row];
        if (!(costs[row][c] >= 0)) {
          throw wrong(
              table,
              row,
              "the cost of '%s' in class '%s' is %s; expected a number of at least 0"
                  .formatted(action, classes.get(c), costs[row][c]));
        }
      }
    }
    List<String> actions = IntStream.range(0, costs.length).mapToObj(table.labels()::name).toList();
    return new CostTable(table.file(), classes, actions, costs);
  }

  private static DataException wrong(Table table, int row, String what) {
    return new DataException("%s, %s: %s".formatted(table.file(), table.place(row), what));
  }

  /// These costs for classes.
  ///
  /// @throws DataException if they are of others
  Decisions of(Classes all) {
    if (classes.isEmpty()) {
      if (costs.length != all.count()) {
        throw new DataException(
            Fact.clause(
                    "%s has %d rows of %d costs; expected %d rows of %d, one for each of the"
                        + " classes %s",
                    name, costs.length, costs.length, all.count(), all.count(), all)
                .toString());
      }
      return Decisions.of(all.names(), all.names(), costs);
    }
    if (classes.size() != all.count() || !new HashSet<>(classes).containsAll(all.names())) {
      throw new DataException(
          "%s has costs for the classes %s; expected the action's column, then one for each of %s"
              .formatted(name, classes, all));
    }
    return Decisions.of(classes, actions, costs);
  }
}
