package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

class LanewiseFunctionsTest {

  private static final double[][] COLUMNS = {{0, 1, 2, 5, 6, 7.5}, {1, 0, 2, 3, 1, 2}};
  private static final Labels LABELS = Labels.of(List.of("no", "no", "no", "yes", "yes", "yes"));

  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = Tables.connect();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<Object> ask(String sql) throws SQLException {
    List<Object> cells = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        cells.add(result.getObject(1));
      }
    }
    return cells;
  }

  private void refuse(String expected, String sql) {
    String message = assertThrows(SQLException.class, () -> ask(sql)).getMessage();
    assertTrue(message.contains(expected), message);
  }

  @Test
  void aModelOfNumbersAnswersAsItsScorerWhateverTheNumericType() throws SQLException {
    NumericColumns rows = NumericColumns.of(COLUMNS);
    LinearDiscriminant model =
        LinearDiscriminant.recipe().fit(new GaussianStatistics(2).add(rows, LABELS));
    LanewiseFunctions.register(connection, "spam", model);
    int count = 10_000;
    String from =
        " FROM (SELECT i, i %% 9 AS a, (i %% 5)::DECIMAL(4,1) AS b FROM range(%d) t(i))"
            .formatted(count);
    double[][] columns = new double[2][count];
    for (int i = 0; i < count; i++) {
      columns[0][i] = i % 9;
      columns[1][i] = i % 5;
    }
    NumericColumns all = NumericColumns.of(columns);
    int[] labels = new int[count];
    model.scorer().predict(all, labels);
    List<Object> expected = new ArrayList<>();
    List<Object> posteriors = new ArrayList<>();
    double[] row = new double[2];
    for (int i = 0; i < count; i++) {
      expected.add(model.classes().name(labels[i]));
      row[0] = columns[0][i];
      row[1] = columns[1][i];
      double[] logP = new double[2];
      model.scorer().logPosterior(row, logP);
      posteriors.add(logP[1]);
    }
    assertEquals(expected, ask("SELECT spam_label(a, b)" + from + " ORDER BY i"));
    assertEquals(posteriors, ask("SELECT spam_log_p('yes', a, b)" + from + " ORDER BY i"));
    assertEquals(
        List.of(model.scorer().logDensity(new double[] {3, 1})),
        ask("SELECT spam_log_density(3, 1)"));
    refuse("the class is 'maybe'", "SELECT spam_log_p('maybe', 3, 1)");
    refuse("feature 1 is NULL", "SELECT spam_label(3, NULL::DOUBLE)");
    refuse("VARCHAR", "SELECT spam_label(3, 'x'::VARCHAR)");
  }

  @Test
  void nullIsAMissingValueWhereThatIsAllowed() throws SQLException {
    GaussianNaiveBayes model =
        GaussianNaiveBayes.recipe()
            .fit(new VarianceStatistics(2).add(NumericColumns.of(COLUMNS), LABELS));
    LanewiseFunctions.register(connection, "holes", model, MissingValues.ALLOW);
    int[] label = new int[1];
    model
        .scorer(RowFormat.NUMBERS_WITH_MISSING)
        .predict(NumericColumns.of(new double[][] {{6}, {Double.NaN}}), label);
    assertEquals(
        List.of(model.classes().name(label[0])), ask("SELECT holes_label(6, NULL::DOUBLE)"));
  }

  @Test
  void modelsOfBitsAndCategoriesTakeBooleansAndTexts() throws SQLException {
    BitColumns bits =
        BitColumns.copyOfColumns(new boolean[][] {{false, true, false, true, true, true}});
    BernoulliNaiveBayes bernoulli =
        BernoulliNaiveBayes.recipe()
            .fit(new BernoulliStatistics(bits.features(), LABELS.classes()).add(bits, LABELS));
    LanewiseFunctions.register(connection, "bits", bernoulli);
    assertEquals(List.of("yes"), ask("SELECT bits_label(true)"));
    assertEquals(List.of("no"), ask("SELECT bits_label(false)"));
    CategoryColumns colours =
        CategoryColumns.copyOfColumns(
            List.of(), new String[] {"red", "red", "green", "blue", "blue", "green"});
    CategoricalNaiveBayes categorical =
        CategoricalNaiveBayes.recipe()
            .fit(
                new CategoryStatistics(colours.features(), colours.dictionaries(), LABELS.classes())
                    .add(colours, LABELS));
    LanewiseFunctions.register(connection, "colours", categorical);
    assertEquals(
        List.of("no", "yes"),
        ask("SELECT colours_label(c) FROM (VALUES (1, 'red'), (2, 'blue')) t(i, c) ORDER BY i"));
    assertEquals(List.of("no"), ask("SELECT colours_label('red'::ENUM ('red', 'blue'))"));
    assertEquals(List.of(Math.log(0.5)), ask("SELECT colours_log_p('yes', NULL::VARCHAR)"));
    refuse("mauve", "SELECT colours_label('mauve')");
  }

  @Test
  void modelsOfSeveralKindsOfColumnsAreRefused() {
    MixedColumns rows = MixedColumns.of(NumericColumns.of(COLUMNS));
    MixedNaiveBayes model = MixedNaiveBayes.recipe(GaussianNaiveBayes.recipe()).fit(rows, LABELS);
    assertEquals(
        "the model has mixed blocks; expected features of one kind",
        assertThrows(
                IllegalArgumentException.class,
                () -> LanewiseFunctions.register(connection, "mixed", model))
            .getMessage());
  }

  @Test
  void aNameThatIsTakenIsRefusedAndNothingIsRegistered() throws SQLException {
    LinearDiscriminant two =
        LinearDiscriminant.recipe()
            .fit(new GaussianStatistics(2).add(NumericColumns.of(COLUMNS), LABELS));
    LinearDiscriminant one =
        LinearDiscriminant.recipe()
            .fit(new GaussianStatistics(1).add(NumericColumns.of(COLUMNS[0]), LABELS));
    LanewiseFunctions.register(connection, "spam", two);
    for (LinearDiscriminant model : List.of(two, one)) {
      for (String name : List.of("spam", "SPAM")) {
        assertEquals(
            "the function spam_label already exists, and DuckDB cannot replace it; expected another name than '%s'"
                .formatted(name),
            assertThrows(
                    SQLException.class, () -> LanewiseFunctions.register(connection, name, model))
                .getMessage());
      }
    }
    assertEquals(
        List.of(3L),
        ask("SELECT count(*) FROM duckdb_functions() WHERE function_name LIKE 'spam%'"));
    refuse("No function matches", "SELECT spam_label(3)");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE MACRO ham_log_p(x) AS x");
    }
    assertThrows(SQLException.class, () -> LanewiseFunctions.register(connection, "ham", two));
    refuse("ham_label", "SELECT ham_label(3, 1)");
  }

  @Test
  void categoriesWithoutNamesAreRefusedAndNumbersAreWhenAQueryIsBound() throws SQLException {
    Labels labels = Labels.of(0, 0, 1, 1);
    CategoricalNaiveBayes codes =
        CategoricalNaiveBayes.fit(CategoryColumns.of(new int[][] {{0, 1, 1, 2}}), labels);
    assertEquals(
        "the categories of feature 0 are codes without names; expected named categories, to match"
            + " SQL texts",
        assertThrows(
                IllegalArgumentException.class,
                () -> LanewiseFunctions.register(connection, "codes", codes))
            .getMessage());
    CategoricalNaiveBayes named =
        CategoricalNaiveBayes.fit(
            CategoryColumns.copyOfColumns(List.of(), new String[] {"1", "2", "2", "3"}), labels);
    LanewiseFunctions.register(connection, "named", named);
    assertEquals(List.of("0"), ask("SELECT named_label('1')"));
    for (String type : List.of("INTEGER", "DOUBLE", "BIGINT", "DECIMAL(3,1)")) {
      refuse(
          "Binder Error",
          "SELECT named_label(x) FROM (SELECT 1::%s AS x) WHERE x < 0".formatted(type));
    }
  }

  @Test
  void refusalsNameTheFeature() throws SQLException {
    NumericColumns rows = NumericColumns.of(COLUMNS).withFeatures(Features.of("words", "links"));
    LanewiseFunctions.register(connection, "spam", LinearDiscriminant.fit(rows, LABELS));
    refuse("feature 'links' is NULL", "SELECT spam_label(3, NULL::DOUBLE)");
    refuse("feature 'words' is Infinity", "SELECT spam_label('infinity'::DOUBLE, 3)");
  }

  @Test
  void namesThatAreNoneAreRefused() {
    LinearDiscriminant model =
        LinearDiscriminant.recipe()
            .fit(new GaussianStatistics(2).add(NumericColumns.of(COLUMNS), LABELS));
    assertEquals(
        "the function name is 'a b'; expected a letter, then letters, digits and _",
        assertThrows(
                IllegalArgumentException.class,
                () -> LanewiseFunctions.register(connection, "a b", model))
            .getMessage());
  }
}
