package org.lanewise.bench.program;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.lanewise.bench.data.BinaryBatch;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.NormalBatch;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.Tier;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// A process that times jobs along one axis: few points, each for less than a second, by a loop of
/// its own. What it tells is how times grow; the figures to quote are those of JMH.
public final class Scaling {

  /// An axis of one kind of data.
  public enum Axis {
    /// Rows of doubles.
    NORMAL_N("n", "d = 16, k = 10", 1_000, 10_000, 100_000, 1_000_000, 10_000_000),
    /// Features that are doubles.
    NORMAL_D("d", "n = 20,000, k = 10", 4, 16, 64, 256, 1_024),
    /// Classes of rows of doubles.
    NORMAL_K("k", "n = 100,000, d = 32", 2, 5, 10, 30, 100),
    /// Threads on rows of doubles.
    NORMAL_THREADS("threads", "n = 400,000, d = 64, k = 10", 1, 2),
    /// Rows of bits.
    BITS_N("n", "d = 16, k = 10", 1_000, 10_000, 100_000, 1_000_000, 10_000_000),
    /// Features that are bits.
    BITS_D("d", "n = 100,000, k = 10", 4, 16, 64, 256, 1_024),
    /// Classes of rows of bits.
    BITS_K("k", "n = 100,000, d = 128", 2, 5, 10, 30, 100),
    /// Counts other than 0 of a document.
    WORDS_NNZ("nnz", "n = 20,000, d = 20,000, k = 10", 3, 10, 30, 100, 300);

    private final String label;
    private final String fixed;
    private final int[] values;

    Axis(String label, String fixed, int... values) {
      this.label = label;
      this.fixed = fixed;
      this.values = values;
    }

    /// What grows.
    public String label() {
      return label;
    }

    /// What does not.
    public String fixed() {
      return fixed;
    }
  }

  /// Rows times features that a point may have.
  private static final long MAX_CELLS = 200_000_000;

  /// The largest point that a quick measurement takes, in rows times features.
  private static final long MAX_QUICK_CELLS = 2_000_000;

  private static final long FIRST_WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(1_000);
  private static final int SAMPLES = 5;
  private static final int MAX_SAMPLES = 1_000;
  private static final double MIN_SAMPLE_NANOS = 1e6;

  private final String tier;
  private final long sampleNanos;
  private final Map<String, List<ScalingSeries.Point>> points = new LinkedHashMap<>();
  private int value;
  private Object result;

  private Scaling(String tier, boolean quick) {
    this.tier = tier;
    sampleNanos = TimeUnit.MILLISECONDS.toNanos(quick ? 60 : 300);
  }

  /// Measures, and prints a [ScalingSeries] a line.
  ///
  /// @param arguments the name of an [Axis], the tier, and `quick` or `full`
  /// @throws JsonProcessingException never
  public static void main(String... arguments) throws JsonProcessingException {
    Axis axis = Axis.valueOf(arguments[0]);
    boolean quick = arguments[2].equals("quick");
    Tier.require(arguments[1], Kernels.name());
    Scaling scaling = new Scaling(arguments[1], quick);
    for (int at : axis.values) {
      scaling.value = at;
      Shape shape = shape(axis, at);
      long cells = (long) shape.rowCount() * shape.featureCount();
      if (cells <= (quick ? MAX_QUICK_CELLS : MAX_CELLS) || axis == Axis.WORDS_NNZ) {
        scaling.measure(axis, shape);
      }
    }
    JsonMapper json = new JsonMapper();
    for (Map.Entry<String, List<ScalingSeries.Point>> entry : scaling.points.entrySet()) {
      System.out.println(
          json.writeValueAsString(
              new ScalingSeries(
                  entry.getKey(),
                  axis.label,
                  axis.fixed,
                  arguments[1],
                  expected(entry.getKey(), axis.label),
                  entry.getValue())));
    }
  }

  private static Shape shape(Axis axis, int value) {
    return switch (axis) {
      case NORMAL_N, BITS_N -> new Shape(value, 16, 10);
      case NORMAL_D -> new Shape(20_000, value, 10);
      case NORMAL_K -> new Shape(100_000, 32, value);
      case NORMAL_THREADS -> new Shape(400_000, 64, 10);
      case BITS_D -> new Shape(100_000, value, 10);
      case BITS_K -> new Shape(100_000, 128, value);
      case WORDS_NNZ -> new Shape(20_000, 20_000, 10);
    };
  }

  /// The power of the axis in the work of the job where it is large.
  private static double expected(String job, String axis) {
    return switch (axis) {
      case "threads" -> -1;
      // A scatter has d(d+1)/2 entries.
      case "d" -> job.equals("fit-lda") ? 2 : 1;
      // Moments are added to the row's own class; bits are counted under a mask of each class.
      case "k" -> job.equals("fit-lda") || job.equals("fit-gaussian-nb") ? 0 : 1;
      default -> 1;
    };
  }

  private void measure(Axis axis, Shape shape) {
    switch (axis) {
      case NORMAL_N, NORMAL_D, NORMAL_K -> normal(shape, Workers.CALLER);
      case NORMAL_THREADS -> {
        try (ExecutorService executor = Executors.newFixedThreadPool(value)) {
          normal(shape, new Workers(executor, value));
        }
      }
      case BITS_N, BITS_D, BITS_K -> bits(shape);
      case WORDS_NNZ -> words(shape, value);
    }
  }

  private void normal(Shape shape, Workers workers) {
    NormalRows rows = NormalRows.of(shape);
    LinearDiscriminant model = fitLinear(rows, workers);
    NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
    GaussianNaiveBayes diagonal = fitDiagonal(rows, workers);
    NormalBatch.check(rows, diagonal.scorer(), Textbook.logJoint(diagonal));
    time("fit-lda", () -> fitLinear(rows, workers));
    NormalBatch batch = new NormalBatch(rows, model.scorer().on(workers));
    time("predict-lda", batch::predict);
    time("fit-gaussian-nb", () -> fitDiagonal(rows, workers));
  }

  private static LinearDiscriminant fitLinear(NormalRows rows, Workers workers) {
    return LinearDiscriminant.recipe()
        .fit(
            new GaussianStatistics(
                    Features.unnamed(rows.columns().featureCount()),
                    Classes.unnamed(rows.labels().classCount()))
                .on(workers)
                .add(rows.columns(), rows.labels()));
  }

  private static GaussianNaiveBayes fitDiagonal(NormalRows rows, Workers workers) {
    return GaussianNaiveBayes.recipe()
        .fit(
            new VarianceStatistics(
                    Features.unnamed(rows.columns().featureCount()),
                    Classes.unnamed(rows.labels().classCount()))
                .on(workers)
                .add(rows.columns(), rows.labels()));
  }

  private void bits(Shape shape) {
    BinaryRows rows = BinaryRows.of(shape, BinaryRows.Order.MIXED);
    BernoulliNaiveBayes model = fitBits(rows);
    BinaryBatch.check(rows, model);
    time("fit-bernoulli-nb", () -> fitBits(rows));
    time("predict-bernoulli-nb", new BinaryBatch(rows, model.scorer())::predict);
  }

  private static BernoulliNaiveBayes fitBits(BinaryRows rows) {
    return BernoulliNaiveBayes.recipe().fit(BernoulliStatistics.of(rows.columns(), rows.labels()));
  }

  /// Documents of so many words at random, each once or a few times.
  private void words(Shape shape, int wordsOfADocument) {
    int n = shape.rowCount();
    SplittableRandom random = new SplittableRandom(1);
    int[] starts = new int[n + 1];
    int[] indices = new int[n * wordsOfADocument];
    double[] counts = new double[indices.length];
    int[] labels = new int[n];
    for (int row = 0; row < n; row++) {
      labels[row] = row % shape.classCount();
      int from = starts[row];
      starts[row + 1] = from + wordsOfADocument;
      // One word of each of as many stretches of the vocabulary: distinct and in order.
      double stretch = (double) shape.featureCount() / wordsOfADocument;
      for (int j = 0; j < wordsOfADocument; j++) {
        int first = (int) Math.ceil(j * stretch);
        int end = (int) Math.ceil((j + 1) * stretch);
        indices[from + j] = random.nextInt(first, end);
        counts[from + j] = 1 + random.nextInt(3);
      }
    }
    SparseRows rows = SparseRows.of(starts, indices, counts, shape.featureCount());
    Labels classes = Labels.ofIndices(labels, shape.classCount());
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.recipe().fit(CountStatistics.of(rows, classes));
    IntFunction<SparseRow> rowAt =
        at ->
            SparseRow.of(
                Arrays.copyOfRange(indices, starts[at], starts[at + 1]),
                Arrays.copyOfRange(counts, starts[at], starts[at + 1]));
    Textbook.checkScores(
        model.scorer(RowFormat.SPARSE), rows, rowAt, row -> Textbook.logJoint(model, row));
    Tier.require(tier, model.scorer(RowFormat.SPARSE).kernels());
    time(
        "fit-multinomial-nb",
        () -> MultinomialNaiveBayes.recipe().fit(CountStatistics.of(rows, classes)));
    int[] out = new int[n];
    time(
        "predict-multinomial-nb",
        () -> {
          model.scorer(RowFormat.SPARSE).predict(rows, out);
          return out;
        });
  }

  /// Something to time; what it returns is kept, so that it is not left out.
  private interface Call {
    Object run();
  }

  private void time(String job, Call call) {
    int repeats = repeats(job, call);
    List<Double> samples = new ArrayList<>();
    long start = System.nanoTime();
    long before = start;
    while (samples.size() < SAMPLES
        || before - start < sampleNanos && samples.size() < MAX_SAMPLES) {
      run(call, repeats);
      long now = System.nanoTime();
      samples.add((double) (now - before) / repeats);
      before = now;
    }
    points
        .computeIfAbsent(job, key -> new ArrayList<>())
        .add(new ScalingSeries.Point(value, Collections.min(samples), repeats * samples.size()));
  }

  /// Warms up, the first time until compilers have done their work, and counts how many calls a
  /// sample takes.
  private int repeats(String job, Call call) {
    long warmUp = points.containsKey(job) ? sampleNanos : FIRST_WARM_UP_NANOS;
    long start = System.nanoTime();
    long before = start;
    double nanos = 0;
    int calls = 0;
    while (calls < 2 || before - start < warmUp) {
      run(call, 1);
      long now = System.nanoTime();
      nanos = now - before;
      before = now;
      calls++;
    }
    return (int) Math.max(1, Math.ceil(MIN_SAMPLE_NANOS / Math.max(1, nanos)));
  }

  private void run(Call call, int repeats) {
    for (int i = 0; i < repeats; i++) {
      result = call.run();
    }
    if (result == null) {
      throw new IllegalStateException("what is timed gave nothing");
    }
  }
}
