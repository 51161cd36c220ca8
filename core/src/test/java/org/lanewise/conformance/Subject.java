package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.score.Scorer;

/// A fitted model and the rows it is asked about; every score is asked for a row alone, in a short
/// batch, in one that is scored in blocks, and from two workers, and has to be the same bits.
///
/// @param way how it was trained
/// @param training what it was trained on, and what it is asked about
/// @param model the model
/// @param scorer its scorer for the form
/// @param form the form in which rows reach it
/// @param parameters what the model says of itself, by the name of the quantity; null if it has not
/// @param without a scorer of the model fitted without one of the training rows
record Subject<R, B extends RowBatch>(
    Way way,
    Training training,
    Classifier<?, ?> model,
    Scorer<R, B> scorer,
    Form<R, B> form,
    Function<String, Object> parameters,
    Function<Integer, Scorer<R, B>> without) {

  /// Rows that are scored one at a time, too.
  private static final int ALONE = 40;

  /// Rows in a batch that is scored in blocks, and the most cells it may have.
  private static final int BLOCKS = 300;

  private static final int BLOCK_CELLS = 1_000_000;

  /// Scores of a batch of rows, `size` of each.
  private interface Batch<R, B extends RowBatch> {
    void score(Scorer<R, B> scorer, B rows, double[] out);
  }

  /// Scores of one row.
  private interface Alone<R, B extends RowBatch> {
    void score(Scorer<R, B> scorer, R row, double[] out);
  }

  /// What this model gives for a quantity: a number or text, or arrays of them.
  Object quantity(String name) {
    return switch (name) {
      case "label" -> {
        List<String> names = training.labels().classes().names();
        yield Arrays.stream(labels()).mapToObj(names::get).toArray(String[]::new);
      }
      case "labelDigits" -> {
        StringBuilder digits = new StringBuilder();
        Arrays.stream(labels()).forEach(label -> digits.append(Character.forDigit(label, 36)));
        yield digits.toString();
      }
      case "logJoint" ->
          perClass((s, rows, out) -> s.logJoint(rows, out), (s, row, out) -> s.logJoint(row, out));
      case "logPosterior" ->
          perClass(
              (s, rows, out) -> s.logPosterior(rows, out),
              (s, row, out) -> s.logPosterior(row, out));
      case "posterior" ->
          perClass(
              (s, rows, out) -> s.posterior(rows, out), (s, row, out) -> s.posterior(row, out));
      case "logOdds" ->
          logOdds(
              perClass(
                  (s, rows, out) -> s.logPosterior(rows, out),
                  (s, row, out) -> s.logPosterior(row, out)));
      case "logJointOdds" ->
          logOdds(
              perClass(
                  (s, rows, out) -> s.logJoint(rows, out), (s, row, out) -> s.logJoint(row, out)));
      case "logDensity" ->
          column(
              scores(
                  1,
                  (s, rows, out) -> s.logDensity(rows, out),
                  (s, row, out) -> out[0] = s.logDensity(row)));
      case "logLikelihood" ->
          Arrays.stream(
                  column(
                      scores(
                          1,
                          (s, rows, out) -> s.logDensity(rows, out),
                          (s, row, out) -> out[0] = s.logDensity(row))))
              .sum();
      case "correct" -> correct();
      case "errors" -> training.queries().rows().rowCount() - correct();
      case "meanLogPosteriorOfTruth" -> meanLogPosteriorOfTruth();
      case "leaveOneOutErrors" -> leaveOneOutErrors();
      case "leaveOneOutLogLoss" -> leaveOneOutLogLoss();
      case "leaveOneOutLogPosterior" -> leaveOneOutLogPosterior();
      case "classes" -> training.labels().classes().names().toArray(String[]::new);
      case "mahalanobis" -> gaussian(GaussianClassifier::squaredMahalanobis);
      case "logClassDensity" -> gaussian(GaussianClassifier::logClassDensity);
      case "priors" -> model.priors();
      case "freeParameters" -> model.freeParameters();
      default -> {
        Object parameter = parameters.apply(name);
        parameter = parameter == null ? new Decisions<>(this).quantity(name) : parameter;
        if (parameter == null) {
          throw new IllegalStateException("%s has no quantity '%s'".formatted(way, name));
        }
        yield parameter;
      }
    };
  }

  private double[][] perClass(Batch<R, B> batch, Alone<R, B> alone) {
    return scores(scorer.classCount(), batch, alone);
  }

  private double[][] scores(int size, Batch<R, B> batch, Alone<R, B> alone) {
    Table rows = training.queries().rows();
    int n = rows.rowCount();
    double[] all = scores(scorer, rows, size, batch);
    double[][] scores = new double[n][];
    Arrays.setAll(scores, i -> Arrays.copyOfRange(all, i * size, (i + 1) * size));
    double[] out = new double[size];
    for (int i = 0; i < Math.min(n, ALONE); i++) {
      alone.score(scorer, form.row().apply(rows.select(i)), out);
      assertArrayEquals(out, scores[i], "row " + i + " alone and in a batch, " + form.name());
    }
    if (n <= ALONE && BLOCKS * rows.featureCount() <= BLOCK_CELLS) {
      double[] blocks = scores(scorer, rows.repeated(BLOCKS), size, batch);
      for (int i = 0; i < blocks.length; i++) {
        assertEquals(all[i % all.length], blocks[i], "row " + i / size + " in a long batch");
      }
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      Scorer<R, B> parallel = scorer.on(new Workers(executor, 2));
      assertArrayEquals(all, scores(parallel, rows, size, batch), "with two workers");
    }
    return scores;
  }

  private double[] scores(Scorer<R, B> scorer, Table rows, int size, Batch<R, B> batch) {
    double[] out = new double[rows.rowCount() * size];
    batch.score(scorer, form.batch().apply(rows), out);
    return out;
  }

  /// What a Gaussian model says of a row, for every class.
  private interface OfRow {
    void write(GaussianClassifier model, double[] row, double[] out);
  }

  private double[][] gaussian(OfRow what) {
    double[][] rows = training.queries().rows().toNumbers();
    double[][] values = new double[rows.length][scorer.classCount()];
    for (int i = 0; i < rows.length; i++) {
      what.write((GaussianClassifier) model, rows[i], values[i]);
    }
    return values;
  }

  private static double[] column(double[][] rows) {
    return Arrays.stream(rows).mapToDouble(row -> row[0]).toArray();
  }

  private int[] labels() {
    Table rows = training.queries().rows();
    int[] labels = new int[rows.rowCount()];
    scorer.predict(form.batch().apply(rows), labels);
    for (int i = 0; i < Math.min(labels.length, ALONE); i++) {
      assertEquals(labels[i], scorer.predict(form.row().apply(rows.select(i))), "row " + i);
    }
    return labels;
  }

  /// Of every class but the first against the first.
  private static double[][] logOdds(double[][] scores) {
    return Arrays.stream(scores).map(Subject::relative).toArray(double[][]::new);
  }

  /// The elements from the second on, less the first.
  static double[] relative(double... values) {
    return Arrays.stream(values, 1, values.length).map(value -> value - values[0]).toArray();
  }

  private int correct() {
    int[] found = labels();
    int correct = 0;
    for (int i = 0; i < found.length; i++) {
      correct += found[i] == training.queries().labels().index(i) ? 1 : 0;
    }
    return correct;
  }

  private double meanLogPosteriorOfTruth() {
    double[][] log =
        perClass(
            (s, rows, out) -> s.logPosterior(rows, out), (s, row, out) -> s.logPosterior(row, out));
    double sum = 0;
    for (int i = 0; i < log.length; i++) {
      sum += log[i][training.queries().labels().index(i)];
    }
    return sum / log.length;
  }

  /// A score of each training row from the model without it.
  private <T> List<T> leavingOneOut(int[] rows, BiFunction<Scorer<R, B>, R, T> score) {
    List<T> scores = new ArrayList<>();
    for (int row : rows) {
      scores.add(score.apply(without.apply(row), form.row().apply(training.rows().select(row))));
    }
    return scores;
  }

  private int[] everyRow() {
    int[] rows = new int[training.rows().rowCount()];
    Arrays.setAll(rows, i -> i);
    return rows;
  }

  private int[] leaveOneOutErrors() {
    List<Integer> labels = leavingOneOut(everyRow(), (scorer, row) -> scorer.predict(row));
    return Arrays.stream(everyRow())
        .filter(i -> labels.get(i) != training.labels().index(i))
        .toArray();
  }

  private double[] logPosterior(Scorer<R, B> scorer, R row) {
    double[] out = new double[scorer.classCount()];
    scorer.logPosterior(row, out);
    return out;
  }

  private double leaveOneOutLogLoss() {
    List<double[]> log = leavingOneOut(everyRow(), this::logPosterior);
    double sum = 0;
    for (int i = 0; i < log.size(); i++) {
      sum -= log.get(i)[training.labels().index(i)];
    }
    return sum / log.size();
  }

  /// Of the training rows that the case names as its queries.
  private double[][] leaveOneOutLogPosterior() {
    return leavingOneOut(Json.integers(way.queries().get("rows")), this::logPosterior)
        .toArray(double[][]::new);
  }

  /// What a scorer says to rows that it should refuse, of each row alone and of all in a batch;
  /// null where it did not refuse.
  ///
  /// @param inBatch whether the rows come in a batch
  List<String> refusals(boolean inBatch) {
    Table rows = training.queries().rows();
    int n = rows.rowCount();
    int k = scorer.classCount();
    List<String> messages = new ArrayList<>();
    if (inBatch) {
      double[] out = new double[n * k];
      messages.add(refusal(() -> scorer.predict(form.batch().apply(rows), new int[n])));
      messages.add(refusal(() -> scorer.logJoint(form.batch().apply(rows), out)));
      messages.add(refusal(() -> scorer.logPosterior(form.batch().apply(rows), out)));
      messages.add(refusal(() -> scorer.posterior(form.batch().apply(rows), out)));
      return messages;
    }
    double[] out = new double[k];
    for (int i = 0; i < n; i++) {
      Table row = rows.select(i);
      messages.add(refusal(() -> scorer.predict(form.row().apply(row))));
      messages.add(refusal(() -> scorer.logJoint(form.row().apply(row), out)));
      messages.add(refusal(() -> scorer.logPosterior(form.row().apply(row), out)));
      messages.add(refusal(() -> scorer.posterior(form.row().apply(row), out)));
    }
    return messages;
  }

  private static String refusal(Runnable refused) {
    try {
      refused.run();
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  @Override
  public String toString() {
    return way + ", " + form.name();
  }
}
