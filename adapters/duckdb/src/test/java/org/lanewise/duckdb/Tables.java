package org.lanewise.duckdb;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/// Files that DuckDB writes and reads for tests, by its driver.
final class Tables {

  private static final String ROWS =
      "SELECT sin(i * 12.9898) + k AS a, cos(i * 78.233) * 2 - k AS b, (sin(i * 4.1) + k)::FLOAT AS"
          + " c, (i * 7 % 5)::DECIMAL(9,3) / 4 + k AS d, (i * 13 % 5 > k)::BOOLEAN AS bit,"
          + " ['red','green','a colour of a long name'][1 + (i * i + k) % 3] AS colour, 'class ' ||"
          + " k AS y FROM (SELECT i, (i * 31 % 7) % 3 AS k FROM range(COUNT) t(i))";

  private Tables() {}

  /// A query of so many rows of three classes: numbers, a bit and a category.
  static String rows(int count) {
    return ROWS.replace("COUNT", Integer.toString(count));
  }

  static Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:duckdb:", new Properties());
  }

  /// Runs statements.
  static void run(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Writes the rows of a query, by the ending of the file's name.
  static Path write(Path file, String query) {
    String format =
        file.toString().endsWith(".csv")
            ? "FORMAT csv, HEADER"
            : file.toString().endsWith(".jsonl") ? "FORMAT json" : "FORMAT parquet";
    run("COPY (%s) TO '%s' (%s)".formatted(query, file.toString().replace("'", "''"), format));
    return file;
  }

  /// The rows of a query, cells divided by blanks.
  static List<String> rows(String query) {
    List<String> rows = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int count = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= count; i++) {
          row.append(i == 1 ? "" : " ").append(result.getString(i));
        }
        rows.add(row.toString());
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
