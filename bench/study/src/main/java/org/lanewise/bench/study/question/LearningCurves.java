package org.lanewise.bench.study.question;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Split;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.Generative;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.method.Method;
import org.lanewise.bench.study.method.Score;
import org.lanewise.bench.study.method.Score.Parts;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;

/// Claim 3: Naive Bayes reaches its higher asymptotic error with fewer rows.
///
/// Of each set and representation, the error on the test rows against the number of training rows,
/// up to all of them. All methods have the same splits. C is chosen once for each number of rows,
/// on five splits of their own, for the least mean log loss. So is, for one more method, the α of a
/// discrete Naive Bayes, but for the least error: its posteriors are not to be taken at their word.
final class LearningCurves implements Question {

  static final String TABLE = "curves";

  private static final double[] GRID = {1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1e3, 1e4, 1e5};
  private static final double[] ALPHAS = {0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10};
  private static final int CHOOSING_SPLITS = 5;

  @Override
  public String name() {
    return "curves";
  }

  /// A number of training rows of a table.
  private record Point(Table table, int size) {}

  /// What was chosen for one.
  ///
  /// @param alpha NaN where features are numbers
  private record Chosen(double c, double alpha) {}

  private static List<Point> points(Setting setting) {
    List<Point> points = new ArrayList<>();
    for (Table table : setting.tables()) {
      List<Integer> sizes = Split.sizes(table, table.isSmall() && !setting.quick() ? 2 : 1);
      for (int size : sizes) {
        if (size <= setting.mostRows()) {
          points.add(new Point(table, size));
        }
      }
    }
    return points;
  }

  @Override
  public List<DataTable> answer(Setting setting) {
    DataTable table =
        new DataTable(
            TABLE,
            "set",
            "kind",
            "features",
            "classes",
            "rows",
            "n",
            "splits",
            "method",
            "error",
            "error_se",
            "log_loss",
            "log_loss_se",
            "difference",
            "difference_se",
            "c",
            "alpha");
    List<Point> points = points(setting);
    List<Chosen> chosen = backwards(setting, points.size(), i -> chosen(points.get(i)));
    List<int[]> tasks = new ArrayList<>();
    for (int at = 0; at < points.size(); at++) {
      for (int split = 0; split < setting.splits(points.get(at).table); split++) {
        tasks.add(new int[] {at, split});
      }
    }
    List<List<Score>> scores =
        backwards(
            setting,
            tasks.size(),
            i -> {
              Point point = points.get(tasks.get(i)[0]);
              return scores(point, tasks.get(i)[1], chosen.get(tasks.get(i)[0]));
            });
    int from = 0;
    for (int at = 0; at < points.size(); at++) {
      int splits = setting.splits(points.get(at).table);
      add(table, points.get(at), scores.subList(from, from + splits), chosen.get(at));
      from += splits;
    }
    return List.of(table);
  }

  /// The last tasks first: those of the large sets take the longest, and should not be left to the
  /// end.
  private static <T> List<T> backwards(Setting setting, int n, IntFunction<T> task) {
    return setting.parallel().map(n, i -> task.apply(n - 1 - i)).reversed();
  }

  private static List<Method> methods(Point point, Chosen chosen) {
    Rows rows = point.table.rows();
    List<Method> methods = new ArrayList<>(Generative.of(rows));
    if (!Double.isNaN(chosen.alpha)) {
      Generative<?> smoothed = Generative.smoothedNaiveBayes(rows, chosen.alpha);
      methods.add(smoothed.named(smoothed.name() + ", α chosen"));
    }
    methods.add(new LogisticRegression(chosen.c));
    return methods;
  }

  private static Chosen chosen(Point point) {
    List<Parts> splits =
        IntStream.range(0, CHOOSING_SPLITS)
            .mapToObj(i -> Parts.of(point.table, Split.forChoice(point.table, i), point.size))
            .toList();
    int k = point.table.classCount();
    return new Chosen(
        c(splits, k),
        point.table.rows() instanceof Rows.Numbers
            ? Double.NaN
            : alpha(point.table.rows(), splits, k));
  }

  private static double alpha(Rows rows, List<Parts> splits, int classCount) {
    double best = Double.NaN;
    double least = Double.POSITIVE_INFINITY;
    for (double alpha : ALPHAS) {
      Method method = Generative.smoothedNaiveBayes(rows, alpha);
      double errors = 0;
      for (Parts parts : splits) {
        errors += parts.score(method, classCount).error();
      }
      if (errors < least) {
        least = errors;
        best = alpha;
      }
    }
    return best;
  }

  /// C of the least log loss. The grid is walked upwards and left where the log loss has risen
  /// twice: it falls to one minimum and rises from there, and the largest C take the longest.
  private static double c(List<Parts> splits, int classCount) {
    double best = Double.NaN;
    double least = Double.POSITIVE_INFINITY;
    int worse = 0;
    for (int at = 0; at < GRID.length && worse < 2; at++) {
      LogisticRegression method = new LogisticRegression(GRID[at]);
      double loss = 0;
      for (Parts parts : splits) {
        loss += parts.score(method, classCount).logLoss();
      }
      worse = loss < least ? 0 : worse + 1;
      if (loss < least) {
        least = loss;
        best = GRID[at];
      }
    }
    return best;
  }

  private static List<Score> scores(Point point, int split, Chosen chosen) {
    Parts parts = Parts.of(point.table, Split.of(point.table, split), point.size);
    return methods(point, chosen).stream()
        .map(method -> parts.score(method, point.table.classCount()))
        .toList();
  }

  private static void add(DataTable table, Point point, List<List<Score>> scores, Chosen chosen) {
    List<Method> methods = methods(point, chosen);
    double[][] errors = new double[methods.size()][];
    for (int at = 0; at < errors.length; at++) {
      int method = at;
      errors[at] =
          IntStream.range(0, scores.size())
              .mapToDouble(split -> scores.get(split).get(method).error())
              .toArray();
    }
    for (int at = 0; at < errors.length; at++) {
      int method = at;
      Mean error = Mean.of(errors[at]);
      Mean loss =
          Mean.of(scores.stream().mapToDouble(split -> split.get(method).logLoss()).toArray());
      Mean difference = Mean.ofDifferences(errors[at], errors[errors.length - 1]);
      table.add(
          point.table.set(),
          point.table.kind(),
          point.table.rows().nodeFeatureCount(),
          point.table.classCount(),
          point.table.labels().length,
          point.size,
          scores.size(),
          methods.get(at).name(),
          error.value(),
          error.error(),
          loss.value(),
          loss.error(),
          difference.value(),
          difference.error(),
          chosen.c,
          chosen.alpha);
    }
  }
}
