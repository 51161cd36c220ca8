package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.text.Vocabulary;

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
            () -> GaussianStatistics.of(NumericColumns.fromRows(rows), labels(30)));
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
            .add(NumericColumns.fromRows(rows(30)), named())
            .as(GaussianStatistics.class);
    BadDataException e =
        assertThrows(BadDataException.class, () -> LinearDiscriminant.recipe().fit(statistics));
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
    GaussianStatistics statistics =
        GaussianStatistics.of(NumericColumns.fromRows(rows), labels(30));
    LanewiseException e =
        assertThrows(
            SingularCovarianceException.class, () -> LinearDiscriminant.recipe().fit(statistics));
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
    NumericColumns dependent = NumericColumns.fromRows(rows).withFeatures(features);
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
    NumericColumns unknown = NumericColumns.fromRows(rows).withFeatures(features);
    assertEquals(
        "row 3, feature 'width' is NaN; a finite number is expected",
        assertThrows(BadDataException.class, () -> QuadraticDiscriminant.fit(unknown, labels))
            .getMessage());
  }

  @Test
  void workersPassOnTypeAndFacts() {
    double[][] rows = rows(MANY);
    LinearDiscriminant model = LinearDiscriminant.fit(NumericColumns.fromRows(rows), labels(MANY));
    rows[MANY - 100][1] = Double.POSITIVE_INFINITY;
    NumericColumns columns = NumericColumns.fromRows(rows);
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      Workers workers = new Workers(threads, 3);
      GaussianStatistics statistics =
          new GaussianStatistics(Features.unnamed(3), Classes.unnamed(2))
              .on(workers)
              .as(GaussianStatistics.class);
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
    GaussianNaiveBayes model =
        GaussianNaiveBayes.fit(NumericColumns.fromRows(rows(60)), labels(60));
    double[][] rows = rows(4);
    rows[2][0] = 1e308;
    NumericColumns far = NumericColumns.fromRows(rows);
    BadDataException e =
        assertThrows(BadDataException.class, () -> model.scorer().predict(far, new int[4]));
    assertFacts(e, 2, -1, -1, null);
    assertEquals(
        "the row is so far from the means",
        assertInstanceOf(BadDataException.class, e.getCause()).getMessage().substring(0, 32));
    rows[2][1] = Double.NaN;
    NumericColumns unknown = NumericColumns.fromRows(rows);
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

  private static BadDataException refused(Executable use) {
    return assertThrows(BadDataException.class, use);
  }

  @Test
  void whatRowsAreMadeOfIsNamedByItsPlace() {
    assertFacts(refused(() -> Labels.of("a", null)), 1, -1, -1, null);
    assertFacts(refused(() -> Labels.of("a").select(3)), -1, -1, -1, 3);
    assertFacts(refused(() -> NumericColumns.fromRows(new double[] {1}, null)), 1, -1, -1, null);
    assertFacts(
        refused(() -> NumericColumns.fromRows(new double[1], new double[0])), 1, -1, -1, null);
    assertFacts(refused(() -> SparseRows.fromRows(new int[][] {{0}, null}, 2)), 1, -1, -1, null);
    assertFacts(refused(() -> Features.of("a", "b", "a")), -1, -1, -1, "a");
    assertFacts(refused(() -> CategoryDictionary.of(List.of("a", "a"))), -1, -1, -1, "a");
    BadDataException message = refused(() -> Vocabulary.of("a", "b").counts("a", null));
    assertFacts(message, 1, -1, -1, null);
    assertEquals("the message of line 3 is null; a text is expected", message.message(LINES));
    assertFacts(refused(() -> Vocabulary.of(Features.of("a", "B"))), -1, -1, -1, "B");
  }

  /// Words are counted by their index among all, and named by that of the batch.
  @Test
  void aBadCountIsNamedByItsOwnWord() {
    CountStatistics statistics = CountStatistics.of(words(1, "a", "b", "c"), Labels.of("x"));
    BadDataException e = refused(() -> statistics.add(words(-1, "c", "d"), Labels.of("x")));
    assertFacts(e, 0, 1, -1, -1.0);
    assertEquals(
        "row 0, feature 'd' is -1.0; a number from 0 to 2^500 is expected", e.getMessage());
    BernoulliStatistics bits = BernoulliStatistics.of(words(1, "a", "b", "c"), Labels.of("x"));
    assertEquals(
        "row 0, feature 'd' is -1.0; 0 or 1 is expected, or a threshold to make it one",
        refused(() -> bits.add(words(-1, "c", "d"), Labels.of("x"))).getMessage());
  }

  /// A row whose last word has a count.
  private static SparseRows words(double count, String... words) {
    int last = words.length - 1;
    return SparseRows.of(new int[] {0, 1}, new int[] {last}, new double[] {count}, words.length)
        .withFeatures(Features.words(List.of(words)));
  }

  /// The other side may have classes that these statistics do not know: an index alone would tell
  /// another class.
  @Test
  void whatCannotBeSubtractedIsNamed() {
    NumericColumns rows = NumericColumns.fromRows(rows(3)).withFeatures("x", "y", "z");
    Labels known = Labels.of("b", "b", "b");
    Labels others = Labels.of("a", "a", "b");
    BadDataException gaussian =
        refused(
            () -> GaussianStatistics.of(rows, known).subtract(GaussianStatistics.of(rows, others)));
    assertEquals(
        "class 'a' has rows of weight 0.0, of which 2.0 cannot be subtracted; rows that were added"
            + " before are expected",
        gaussian.getMessage());
    assertFacts(gaussian, -1, -1, 0, 2.0);
    BadDataException diagonal =
        refused(
            () -> VarianceStatistics.of(rows, known).subtract(VarianceStatistics.of(rows, others)));
    assertEquals(gaussian.getMessage(), diagonal.getMessage());
  }

  @Test
  void placesValueAndSentenceOutliveSerialization() throws Exception {
    for (Object value : new Object[] {0, 1L << 40, Double.NaN, -0.0, "a", true, 'b'}) {
      LanewiseException read =
          written(new BadDataException("%s is %s", Fact.row(4), Fact.value(value)));
      assertEquals(4, read.row());
      assertEquals(value, read.value());
      assertEquals("row 4 is " + value, read.message(LINES));
    }
  }

  /// A value may be anything: what no stream takes stays behind.
  @Test
  void aValueThatCannotBeWrittenStaysBehind() throws Exception {
    BadDataException e = new BadDataException("%s is %s", Fact.row(4), Fact.value(LINES));
    assertSame(LINES, e.value());
    LanewiseException read = written(e);
    assertNull(read.value());
    assertEquals(e.getMessage(), read.getMessage());
  }

  private static LanewiseException written(LanewiseException e) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(e);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (LanewiseException) in.readObject();
    }
  }

  @Test
  void nounsAndVerbsOfACountOfOneAreSingular() {
    assertEquals(
        "there is 1 row in 2 classes for 1 feature; 1 is expected",
        Fact.clause("there are %d rows in %d classes for %s features; %d are expected", 1, 2, 1L, 1)
            .toString());
    assertEquals(
        "action 1 are of 11 categories", Fact.clause("action %d are of %d categories", 1, 11) + "");
    assertEquals(
        "'1 rows' has 1 category", Fact.clause("'%s' has %d categories", "1 rows", 1).toString());
  }
}
