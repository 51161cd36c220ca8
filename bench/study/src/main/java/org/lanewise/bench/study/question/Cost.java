package org.lanewise.bench.study.question;

import de.bwaldvogel.liblinear.Problem;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Split;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.Generative;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.method.Score;
import org.lanewise.bench.study.method.Score.Parts;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Claim 6: the time to equal test loss of both, from the same rows.
///
/// All training rows of one split, in the form that each library takes: bringing them there is not
/// timed. A model is fitted from rows to a scorer, by one thread. Logistic regression is stopped
/// after 1, 2, 3, … of Newton's steps (of each of its planes, where there are more than two
/// classes), from 0 and, of two classes, from θ of our model.
final class Cost implements Question {

  static final String TABLE = "cost";
  static final String FROM_ZERO = "0";
  static final String FROM_OURS = "our θ";

  private static final List<String> SETS =
      List.of(
          "spambase, numbers",
          "spambase, bits",
          "magic, numbers",
          "MNIST, numbers",
          "MNIST, bits",
          "SMS, bits",
          "SMS, counts",
          "newsgroups sci, counts");

  private static final int[] STEPS = {1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40};
  private static final Machine MACHINE = Machine.here(List.of());
  private static final double SLOW = 1.0;
  private static final double CONVERGED = 1e-6;

  @Override
  public String name() {
    return "cost";
  }

  @Override
  public List<DataTable> answer(Setting setting) throws IOException {
    DataTable table =
        new DataTable(
            TABLE,
            "set",
            "kind",
            "n",
            "method",
            "start",
            "steps",
            "seconds",
            "error",
            "log_loss",
            "c",
            "cpu",
            "jdk");
    for (Table data : setting.named(SETS)) {
      if (!setting.quick() || data.set().equals("spambase")) {
        add(table, data, setting);
      }
    }
    return List.of(table);
  }

  private static void add(DataTable table, Table data, Setting setting) throws IOException {
    LogisticRegression chosen = setting.logisticOf(data);
    Split split = Split.of(data, 0);
    Parts parts = Parts.of(data, split, split.training().length);
    for (Generative<?> method : Generative.of(data.rows())) {
      addOurs(table, data, parts, method, setting);
    }
    Problem problem = LogisticRegression.problem(parts.training(), parts.trainingLabels());
    addLogistic(table, data, parts, problem, chosen, null, setting);
    if (data.classCount() == 2) {
      addLogistic(table, data, parts, problem, chosen, theta(parts), setting);
    }
  }

  private static <B extends RowBatch> void addOurs(
      DataTable table, Table data, Parts parts, Generative<B> method, Setting setting) {
    RowBatch batch = parts.training().batch();
    Labels labels = Labels.ofIndices(parts.trainingLabels(), data.classCount());
    // Long enough that the code is compiled.
    seconds(setting.number(2, 1), setting.number(200, 20), () -> method.fitScorer(batch, labels));
    double seconds =
        seconds(
            setting.number(1, 1), setting.number(50, 10), () -> method.fitScorer(batch, labels));
    Score score =
        Score.of(
            method.fitted(method.fitScorer(batch, labels)).logPosteriors(parts.test()),
            parts.testLabels());
    table.add(
        data.set(),
        data.kind(),
        parts.training().count(),
        method.name(),
        "",
        0,
        seconds,
        score.error(),
        score.logLoss(),
        "",
        MACHINE.cpu(),
        MACHINE.jdk());
  }

  private static void addLogistic(
      DataTable table,
      Table data,
      Parts parts,
      Problem problem,
      LogisticRegression chosen,
      double[] start,
      Setting setting) {
    int k = data.classCount();
    double before = Double.NaN;
    new LogisticRegression(chosen.c(), chosen.tolerance(), 3).train(problem, k, start);
    for (int steps : STEPS) {
      LogisticRegression method = new LogisticRegression(chosen.c(), 1e-4, steps);
      double seconds =
          seconds(
              setting.number(1, 0), setting.number(5, 2), () -> method.train(problem, k, start));
      Score score =
          Score.of(method.train(problem, k, start).logPosteriors(parts.test()), parts.testLabels());
      table.add(
          data.set(),
          data.kind(),
          parts.training().count(),
          method.name(),
          start == null ? FROM_ZERO : FROM_OURS,
          steps,
          seconds,
          score.error(),
          score.logLoss(),
          method.c(),
          MACHINE.cpu(),
          MACHINE.jdk());
      if (Math.abs(score.logLoss() - before) < CONVERGED) {
        return;
      }
      before = score.logLoss();
    }
  }

  /// θ of our model of two classes.
  private static double[] theta(Parts parts) {
    Labels labels = Labels.ofIndices(parts.trainingLabels(), 2);
    return switch (parts.training()) {
      case Rows.Numbers rows -> LinearDiscriminant.fit(rows.batch(), labels).theta();
      case Rows.Sparse rows ->
          rows.values() == null
              ? BernoulliNaiveBayes.fit(rows.batch(), labels).theta()
              : MultinomialNaiveBayes.fit(rows.batch(), labels).theta();
      case Rows.Codes _ -> throw new IllegalArgumentException("categories have no θ of this form");
    };
  }

  /// The median time of a task: of no more than one run where that is slow, or of as many as come
  /// in the time, up to a number.
  private static double seconds(double atMost, int runs, Supplier<?> task) {
    double[] times = new double[runs];
    int count = 0;
    for (double total = 0; count < runs && (count == 0 || total < Math.min(atMost, SLOW)); ) {
      long start = System.nanoTime();
      if (task.get() == null) {
        throw new IllegalStateException("nothing was learned");
      }
      times[count] = (System.nanoTime() - start) / 1e9;
      total += times[count++];
    }
    Arrays.sort(times, 0, count);
    return times[count / 2];
  }
}
