package org.lanewise.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.lanewise.calibration.Calibration;
import org.lanewise.calibration.Reliability;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.model.Classifier;
import org.lanewise.report.figure.Baseline;
import org.lanewise.report.figure.ModelView;
import org.lanewise.report.figure.RocArea;
import org.lanewise.report.figure.TestResults;
import org.lanewise.report.page.Page;
import org.lanewise.score.Results;

/// A page about a model: its decision regions, the role of its features and, with test rows, its
/// quality. A single HTML file without scripts or external resources, in light and dark, for
/// screens and paper.
///
/// ```java
/// Report.of(model, rows, labels).write(Path.of("report.html"));
/// ```
///
/// A page stays below 5 MB: with many classes, features or rows, it shows some of them and states
/// which. Immutable.
public final class Report {

  private final Page page;

  private Report(Page page) {
    this.page = page;
  }

  /// Creates a page about a model.
  public static Report of(Classifier<?, ?> model) {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("classifier", model.bare().getClass().getSimpleName());
    numbers.put("features", model.featureCount());
    numbers.put("freeParameters", model.freeParameters());
    numbers.put("priors", model.priors());
    return of(ModelView.of(model, List.of()), Optional.empty(), numbers);
  }

  /// Creates a page about a model and its quality on rows that it was not fitted to.
  ///
  /// Keeps the log posteriors of all rows in memory, 8 bytes for each row and class.
  ///
  /// @param labels the true classes of the rows; weights are ignored
  /// @throws IllegalArgumentException if there are no rows, if the number of labels differs, if the
  ///   model lacks the class of a label, or if the model rejects a row
  /// @throws ArithmeticException if there are more than 2,147,483,647 log posteriors
  public static <B extends RowBatch> Report of(Classifier<?, B> model, B rows, Labels labels) {
    return of(model, rows, labels, List.of());
  }

  /// Creates a page with decision regions over two features instead of the best discriminant axes.
  ///
  /// @param axes the names of the horizontal and the vertical feature, or their indices if they
  ///   have none
  /// @throws IllegalArgumentException also if these are not two numeric features
  public static <B extends RowBatch> Report of(
      Classifier<?, B> model, B rows, Labels labels, List<String> axes) {
    if (rows.rowCount() == 0 || rows.rowCount() != labels.rowCount()) {
      throw new BadDataException(
          "got %s rows and %s labels; expected as many of both, and at least one",
          rows.rowCount(), labels.rowCount());
    }
    ModelView view = ModelView.of(model, axes);
    int n = rows.rowCount();
    int k = model.classCount();
    int[] predicted = new int[n];
    double[] logPosteriors = new double[Math.multiplyExact(n, k)];
    model
        .scorer()
        .score(rows, Results.none().withLabels(predicted).withLogPosteriors(logPosteriors));
    TestResults tests = new TestResults(model.classes(), true);
    tests.baseline().learn(Baseline.Source.PRIORS, model.priors());
    int[] at = labels.classes().indicesIn(model.classes());
    double[] ofRow = new double[k];
    LongFunction<String> place = row -> "row " + row;
    for (int row = 0; row < n; row++) {
      int truth = at[labels.index(row)];
      if (truth < 0) {
        throw new BadDataException(
            "row %s is of class '%s'; expected one of %s", row, labels.name(row), model.classes());
      }
      System.arraycopy(logPosteriors, row * k, ofRow, 0, k);
      tests.baseline().add(truth, 0);
      tests.add(truth, predicted[row], ofRow, place);
      view.offer(row, truth, predicted[row]);
    }
    view.fillFrom(rows);
    return of(view, Optional.of(tests), numbers(model, tests));
  }

  /// Creates a page from results gathered while rows were read, as the command does.
  ///
  /// @param view the model, and the rows to draw
  /// @param rows the results of test rows, if any
  /// @param numbers all numbers by name: texts, numbers, truth values, null, arrays of numbers or
  ///   of arrays of numbers, lists of texts, of lists of texts or of such maps, and such maps
  public static Report of(ModelView view, Optional<TestResults> rows, Map<String, ?> numbers) {
    String model = view.model().bare().getClass().getSimpleName();
    return new Report(
        new Page(
            (rows.isPresent() ? "Evaluation of " : "") + model, Map.of(), view, rows, numbers));
  }

  private static Map<String, Object> numbers(Classifier<?, ?> model, TestResults tests) {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("classifier", model.bare().getClass().getSimpleName());
    numbers.put("testRows", tests.count());
    numbers.put("features", model.featureCount());
    numbers.put("correct", tests.correct());
    numbers.put("accuracy", (double) tests.correct() / tests.count());
    numbers.put("logLoss", tests.logLoss());
    Optional<RocArea> area = tests.curves().area();
    numbers.put("auc", area.map(RocArea::value).orElse(null));
    area.filter(found -> found.error() > 0)
        .ifPresent(found -> numbers.put("aucError", found.error()));
    numbers.put("freeParameters", model.freeParameters());
    numbers.put("kernels", model.scorer().kernels());
    numbers.put("priors", model.priors());
    if (tests.confusion().matrix() != null) {
      numbers.put("confusion", tests.confusion().matrix());
    }
    Calibration calibration = tests.calibration().orElseThrow();
    if (calibration.rowCount() > 0) {
      Reliability table = calibration.reliability(Calibration.DEFAULT_BINS);
      Map<String, Object> inner = new LinkedHashMap<>();
      inner.put("brierScore", calibration.brierScore());
      inner.put("expectedCalibrationError", table.expectedError());
      inner.put("maximumCalibrationError", table.maximumError());
      numbers.put("calibration", inner);
    }
    return numbers;
  }

  /// Returns this page with another title.
  public Report withTitle(String words) {
    return new Report(new Page(words, page.asked(), page.view(), page.rows(), page.numbers()));
  }

  /// Returns this page with another line under "What was asked", such as the source of the rows.
  public Report withAsked(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(page.asked());
    more.put(name, value);
    Map<String, String> all = Collections.unmodifiableMap(more);
    return new Report(new Page(page.title(), all, page.view(), page.rows(), page.numbers()));
  }

  /// The page as HTML.
  public String toHtml() {
    return page.toHtml();
  }

  /// Writes the page to a file, whole or not at all.
  ///
  /// @throws IOException if it cannot be written
  public void write(Path file) throws IOException {
    try (AtomicFile out = AtomicFile.of(file)) {
      out.stream().write(toHtml().getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }
}
