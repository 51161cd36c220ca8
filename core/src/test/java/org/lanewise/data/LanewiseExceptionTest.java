package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;
import org.lanewise.model.TooFewRowsException;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;

/// What is refused says its facts as fields, and its sentence in the words of whoever asks.
class LanewiseExceptionTest {

  private static final int MANY = 40_000;

  /// A file whose header is line 1.
  private static final Wording LINES =
      new Wording() {
        @Override
        public String row(int index) {
          return "line " + (index + 2);
        }

        @Override
        public String feature(int index) {
          return "column '%s'".formatted("xyz".charAt(index));
        }
      };

  private static double[][] rows(int count) {
    double[][] rows = new double[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = new double[] {i % 7, i % 5, i % 3};
    }
    return rows;
  }

  private static Labels labels(int count) {
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = i % 11 % 2;
    }
    return Labels.ofIndices(labels, 2);
  }

  private static void assertFacts(
      LanewiseException e, int row, int feature, int label, Object value) {
    assertArrayEquals(
        new Object[] {row, feature, label, value},
        new Object[] {e.row(), e.feature(), e.label(), e.value()});
  }

  @Test
  void badDataSayWhereAndWhat() {
    double[][] rows = rows(30);
    rows[3][2] = Double.NaN;
    BadDataException e =
        assertThrows(
            BadDataException.class,
            () -> GaussianStatistics.of(DoubleColumns.fromRows(rows), labels(30)));
    assertFacts(e, 3, 2, -1, Double.NaN);
    assertEquals("row 3, feature 2 is NaN; a finite number is expected", e.getMessage());
    assertEquals("line 5, column 'z' is NaN; a finite number is expected", e.message(LINES));
    Wording names = Wording.of(Features.of("a", "b", "c"), Classes.of("no", "yes"));
    assertEquals("row 3, feature 'c' is NaN; a finite number is expected", e.message(names));
  }

  @Test
  void badOptionsSayTheClassAndTheValue() {
    BadOptionException e = assertThrows(BadOptionException.class, () -> Priors.fixed(0.5, 1.5, -1));
    assertFacts(e, -1, -1, 2, -1.0);
    assertEquals("the prior of class 2 is -1.0; a number from 0 to 1 is expected", e.getMessage());
    assertEquals(
        "the prior of class 'c' is -1.0; a number from 0 to 1 is expected",
        e.message(Wording.of(Features.unnamed(1), Classes.of("a", "b", "c"))));
  }

  @Test
  void tooFewRowsSayTheClassByItsNameWhereItHasOne() {
    GaussianStatistics statistics =
        new GaussianStatistics(Features.unnamed(3), Classes.of("ham", "spam", "none"))
            .add(DoubleColumns.fromRows(rows(30)), named());
    TooFewRowsException e =
        assertThrows(TooFewRowsException.class, () -> LinearDiscriminant.fit(statistics));
    assertFacts(e, -1, -1, 2, null);
    assertEquals(
        "class 'none' has no rows of positive weight, so it has no mean; at least one row is"
            + " expected, or a prior of 0",
        e.getMessage());
  }

  private static Labels named() {
    return Labels.ofIndices(labels(30).toArray(), Classes.of("ham", "spam", "none"));
  }

  @Test
  void singularCovariancesSayTheirFeatures() {
    double[][] rows = rows(30);
    for (double[] row : rows) {
      row[1] = 4;
    }
    GaussianStatistics statistics = GaussianStatistics.of(DoubleColumns.fromRows(rows), labels(30));
    LanewiseException e =
        assertThrows(SingularCovarianceException.class, () -> LinearDiscriminant.fit(statistics));
    assertFacts(e, -1, 1, -1, null);
    assertEquals(
        "the pooled covariance is singular: column 'y' is constant",
        e.message(LINES).replaceFirst(" \\(.*", ""));
  }

  @Test
  void namesStandInTheLibrarysSentenceWhereThereAreNames() {
    Features features = Features.of("length", "width", "height");
    double[][] rows = rows(30);
    for (double[] row : rows) {
      row[2] = row[0];
    }
    NumericColumns dependent = DoubleColumns.fromRows(rows).withFeatures(features);
    Labels labels = Labels.ofIndices(labels(30).toArray(), Classes.of("ham", "spam"));
    String sentence =
        assertThrows(
                SingularCovarianceException.class,
                () -> QuadraticDiscriminant.fit(dependent, labels))
            .getMessage();
    String whose = "the covariance of class 'ham' is singular: features ";
    assertEquals(whose, sentence.substring(0, whose.length()));
    assertTrue(
        sentence.contains("features 'height', 'length' depend")
            || sentence.contains("features 'length', 'height' depend"),
        sentence);
    rows[3][1] = Double.NaN;
    NumericColumns unknown = DoubleColumns.fromRows(rows).withFeatures(features);
    assertEquals(
        "row 3, feature 'width' is NaN; a finite number is expected",
        assertThrows(BadDataException.class, () -> QuadraticDiscriminant.fit(unknown, labels))
            .getMessage());
  }

  @Test
  void workersPassOnTypeAndFacts() {
    double[][] rows = rows(MANY);
    LinearDiscriminant model = LinearDiscriminant.fit(DoubleColumns.fromRows(rows), labels(MANY));
    rows[MANY - 100][1] = Double.POSITIVE_INFINITY;
    NumericColumns columns = DoubleColumns.fromRows(rows);
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      Workers workers = new Workers(threads, 3);
      GaussianStatistics statistics = new GaussianStatistics(3, 2).on(workers);
      LanewiseException adding =
          assertThrows(BadDataException.class, () -> statistics.add(columns, labels(MANY)));
      assertFacts(adding, MANY - 100, 1, -1, Double.POSITIVE_INFINITY);
      assertEquals(0, statistics.rowCount());
      Scorer<double[], NumericColumns> scorer = model.scorer().on(workers);
      LanewiseException scoring =
          assertThrows(BadDataException.class, () -> scorer.predict(columns, new int[MANY]));
      assertFacts(scoring, MANY - 100, 1, -1, Double.POSITIVE_INFINITY);
    }
  }

  @Test
  void aFewRowsKeepTheirNumberAndTheCause() {
    GaussianNaiveBayes model = GaussianNaiveBayes.fit(DoubleColumns.fromRows(rows(60)), labels(60));
    double[][] rows = rows(4);
    rows[2][0] = 1e308;
    NumericColumns far = DoubleColumns.fromRows(rows);
    BadDataException e =
        assertThrows(BadDataException.class, () -> model.scorer().predict(far, new int[4]));
    assertFacts(e, 2, -1, -1, null);
    assertEquals(
        "the row is so far from the means",
        assertInstanceOf(BadDataException.class, e.getCause()).getMessage().substring(0, 32));
    rows[2][1] = Double.NaN;
    NumericColumns unknown = DoubleColumns.fromRows(rows);
    BadDataException none =
        assertThrows(BadDataException.class, () -> model.scorer().predict(unknown, new int[4]));
    assertFacts(none, 2, 1, -1, Double.NaN);
    assertInstanceOf(BadDataException.class, none.getCause());
  }

  /// A text that looks like a pattern or a fact is neither.
  @Test
  void valuesAreNotTakenForPatterns() {
    BadDataException e =
        assertThrows(
            BadDataException.class, () -> Labels.of(Classes.of("a", "b"), "a", "%s class 1"));
    assertFacts(e, 1, -1, -1, "%s class 1");
    assertEquals(
        "the label of line 3 is '%s class 1'; one of the classes [a, b] is expected",
        e.message(LINES));
  }

  @Test
  void ofManyFeaturesFiveAreNamed() {
    BadDataException e = new BadDataException("%s are bad", Fact.features(0, 1, 2, 1, 0, 2, 1));
    assertEquals("features 0, 1, 2, 1, 0 and 2 more are bad", e.getMessage());
    assertEquals(
        "column 'x', column 'y', column 'z', column 'y', column 'x' and 2 more are bad",
        e.message(LINES));
  }

  /// The value may be anything, so it stays behind.
  @Test
  void placesAndTheSentenceOutliveSerialization() throws Exception {
    BadDataException e = new BadDataException("%s is %s", Fact.row(4), Fact.value(0));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(e);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      BadDataException read = (BadDataException) in.readObject();
      assertEquals(4, read.row());
      assertNull(read.value());
      assertEquals("row 4 is 0", read.message(LINES));
    }
  }
}
