package org.lanewise.golden;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.inference.ClassSets;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import org.lanewise.io.TestRows;
import org.lanewise.io.TestRowsParts;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// What a golden file means, as lines of text with every bit: `name: value value …`, where a double
/// is its 16 hexadecimal digits.
final class GoldenBits {

  private static final long SCORED_SEED = 11;
  private static final int SCORED_ROWS = 6;
  private static final long MORE_SEED = 13;

  /// Rows that end a range of moments.
  private static final int MORE_ROWS_OF_NUMBERS = 35_000;

  private static final int MORE_ROWS = 3_000;

  /// Longer lists are shown by their SHA-256.
  private static final int MAX_SHOWN = 1_000;

  private final List<String> lines = new ArrayList<>();

  private GoldenBits() {}

  /// What a model file means.
  static List<String> of(ModelFile file) {
    GoldenBits bits = new GoldenBits();
    bits.words(file.model().classes(), file.model().features(), file.notes());
    bits.numbers("priors", file.model().priors());
    bits.scores("model", file.model());
    file.ranks().ifPresent(bits::ranks);
    file.reference().ifPresent(reference -> bits.reference(reference, file.model()));
    file.sets().ifPresent(bits::sets);
    file.testRows().ifPresent(rows -> bits.testRows(rows, file.model()));
    return bits.lines;
  }

  /// What a statistics file means, and what its statistics and the models fitted from them are once
  /// more rows came.
  static List<String> of(StatisticsFile file) {
    GoldenBits bits = new GoldenBits();
    bits.words(file.statistics().classes(), file.statistics().features(), file.notes());
    Statistics statistics = file.statistics();
    bits.statistics("read", statistics);
    int more = MORE_ROWS_OF_NUMBERS;
    if (!(statistics instanceof GaussianStatistics || statistics instanceof VarianceStatistics)) {
      more = MORE_ROWS;
      GoldenData.add(statistics, MORE_SEED + 2, 300, GoldenData.Form.SPECIAL);
    }
    GoldenData.add(statistics, MORE_SEED, 200 + statistics.classCount(), GoldenData.Form.PLAIN);
    GoldenData.add(statistics, MORE_SEED + 1, more, GoldenData.Form.WEIGHTED);
    bits.statistics("after more", statistics);
    bits.models(statistics);
    return bits.lines;
  }

  private void words(Classes classes, Features features, SortedMap<String, String> notes) {
    for (String name : classes.names()) {
      lines.add("class: " + name);
    }
    for (String name : features.names()) {
      lines.add("feature: " + name);
    }
    notes.forEach((key, value) -> lines.add("note: " + key + " = " + value));
  }

  private void statistics(String moment, Statistics statistics) {
    lines.add(
        "%s: %d rows of %d features, %d classes"
            .formatted(
                moment, statistics.rowCount(), statistics.featureCount(), statistics.classCount()));
    int k = statistics.classCount();
    int d = statistics.featureCount();
    switch (statistics) {
      case GaussianStatistics gaussian -> {
        GaussianSummary summary = gaussian.summary();
        moments(moment, summary);
        numbers(moment, "scatters", scatters(summary));
        numbers(moment, "error of subtractions", gaussian.subtractionError());
      }
      case VarianceStatistics diagonal -> {
        moments(moment, diagonal.summary());
        if (diagonal.hasMissing()) {
          numbers(moment, "seen", ofClasses(k, diagonal.summary()::featureWeights));
        }
        numbers(moment, "squares", ofClasses(k, diagonal.summary()::sumsOfSquares));
        numbers(moment, "error of subtractions", diagonal.subtractionError());
      }
      case BernoulliStatistics bernoulli -> {
        numbers(moment, "weights", IntStream.range(0, k).mapToDouble(bernoulli::classWeight));
        numbers(
            moment,
            "set",
            IntStream.range(0, k * d).mapToDouble(i -> bernoulli.count(i / d, i % d)));
        numbers(
            moment,
            "unset",
            IntStream.range(0, k * d).mapToDouble(i -> bernoulli.unsetCount(i / d, i % d)));
      }
      case CountStatistics counts -> {
        numbers(moment, "weights", IntStream.range(0, k).mapToDouble(counts::classWeight));
        numbers(
            moment,
            "counts",
            IntStream.range(0, k * d).mapToDouble(i -> counts.count(i / d, i % d)));
      }
      case CategoryStatistics categories -> {
        numbers(moment, "weights", IntStream.range(0, k).mapToDouble(categories::classWeight));
        for (int j = 0; j < d; j++) {
          int feature = j;
          for (int v = 0; v < categories.dictionaries().get(j).size(); v++) {
            int code = v;
            numbers(
                moment,
                "feature %d, category %s".formatted(j, categories.dictionaries().get(j).name(v)),
                IntStream.range(0, k).mapToDouble(c -> categories.count(c, feature, code)));
          }
        }
      }
      case MixedStatistics mixed -> {
        for (int b = 0; b < mixed.blockCount(); b++) {
          statistics("%s, block %d".formatted(moment, b), mixed.block(b));
        }
      }
      case TransformedStatistics transformed -> statistics(moment, transformed.transformed());
    }
  }

  private void ranks(DensityRanks ranks) {
    for (int c = 0; c < ranks.classCount(); c++) {
      numbers("ranks", "log densities of class " + c, ranks.logDensities(c));
      numbers("ranks", "weights of class " + c, ranks.weights(c));
    }
  }

  private void reference(RelativeMahalanobis.Reference reference, Classifier<?, ?> model) {
    ranks(reference.ranks());
    RelativeMahalanobis known = RelativeMahalanobis.of(model, reference);
    int[] labels = IntStream.range(0, SCORED_ROWS).map(i -> i % model.classCount()).toArray();
    NumericColumns rows = new GoldenData(SCORED_SEED).numbers(labels, model.featureCount());
    double[] of = new double[SCORED_ROWS];
    known.distances(rows, of);
    numbers("of no class", "distances", of);
    known.pValues(rows, of);
    numbers("of no class", "p-values", of);
  }

  private void sets(ClassSets sets) {
    lines.add("sets, held out: " + sets.areHeldOut());
    for (int c = 0; c < sets.classCount(); c++) {
      numbers("sets", "log joints of class " + c, sets.logJoints(c));
      numbers("sets", "margins of class " + c, sets.margins(c));
    }
  }

  private void testRows(TestRows rows, Classifier<?, ?> model) {
    rows.require(model);
    TestRowsParts parts = TestRowsParts.of(rows);
    lines.addAll(parts.lines());
    numbers("test rows", "values", parts.values());
    numbers("test rows", "log joints", parts.logJoints());
  }

  private void moments(String moment, VarianceSummary summary) {
    numbers(moment, "weights", summary.classWeights());
    numbers(moment, "origin", summary.origin());
    numbers(moment, "means less origin", ofClasses(summary.classCount(), summary::residualMean));
  }

  private interface OfClass {
    double[] values(int label);
  }

  private static double[] ofClasses(int k, OfClass values) {
    return IntStream.range(0, k).mapToObj(values::values).flatMapToDouble(Arrays::stream).toArray();
  }

  /// The entries (0,0), (0,1), (1,1), (0,2) … of each scatter.
  private static double[] scatters(GaussianSummary summary) {
    boolean pooled = summary.pooled();
    double[][] within = pooled ? summary.withinScatter() : new double[0][];
    return ofClasses(
        pooled ? 1 : summary.classCount(),
        c -> {
          DoubleStream.Builder entries = DoubleStream.builder();
          for (int j = 0; j < summary.featureCount(); j++) {
            for (int i = 0; i <= j; i++) {
              entries.add(pooled ? within[i][j] : summary.scatter(c, i, j));
            }
          }
          return entries.build().toArray();
        });
  }

  private void models(Statistics statistics) {
    switch (statistics) {
      case GaussianStatistics gaussian -> {
        scores("LDA", LinearDiscriminant.recipe().fit(gaussian));
        // Not where classes have one row.
        if (!gaussian.summary().pooled() && gaussian.classCount() <= 40) {
          scores("QDA", QuadraticDiscriminant.recipe().fit(gaussian));
        }
      }
      case VarianceStatistics diagonal ->
          scores("Gaussian NB", GaussianNaiveBayes.recipe().fit(diagonal));
      case BernoulliStatistics bernoulli ->
          scores("Bernoulli NB", BernoulliNaiveBayes.recipe().fit(bernoulli));
      case CountStatistics counts -> {
        scores("multinomial NB", MultinomialNaiveBayes.recipe().fit(counts));
        scores("complement NB", ComplementNaiveBayes.recipe().fit(counts));
        scores(
            "Poisson NB",
            PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.laplace()))
                .fit(counts));
      }
      case CategoryStatistics categories ->
          scores("categorical NB", CategoricalNaiveBayes.recipe().fit(categories));
      case MixedStatistics mixed -> scores("mixed NB", MixedNaiveBayes.recipe().fit(mixed));
      case TransformedStatistics transformed -> models(transformed.transformed());
    }
  }

  private void scores(String name, Classifier<?, ?> model) {
    GoldenData data = new GoldenData(SCORED_SEED);
    int d = model.featureCount();
    int[] labels = IntStream.range(0, SCORED_ROWS).map(i -> i % model.classCount()).toArray();
    switch (model) {
      case GaussianClassifier gaussian -> scores(name, gaussian.scorer(), data.numbers(labels, d));
      case LinearClassifier linear -> scores(name, linear.scorer(), data.numbers(labels, d));
      case BernoulliNaiveBayes bernoulli -> scores(name, bernoulli.scorer(), data.bits(labels, d));
      case MultinomialNaiveBayes multinomial ->
          scores(name, multinomial.scorer(), data.counts(labels, d, true));
      case ComplementNaiveBayes complement ->
          scores(name, complement.scorer(), data.counts(labels, d, true));
      case PoissonNaiveBayes poisson ->
          scores(name, poisson.scorer(), data.counts(labels, d, false));
      case CategoricalNaiveBayes categorical ->
          scores(
              name,
              categorical.scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED)),
              data.categories(labels, categorical.dictionaries(), 3));
      case MixedNaiveBayes mixed ->
          scores(
              name,
              mixed.scorer(
                  RowFormat.BLOCKS
                      .withMissing(MissingValues.REFUSE)
                      .withUnseen(UnseenCategory.SMOOTHED)),
              MixedColumns.of(
                  mixed.blocks().stream().map(block -> rows(data, labels, block)).toList()));
      case TransformedClassifier transformed ->
          scores(name, transformed.scorer(), data.numbers(labels, d));
      case IndicatorClassifier indicators ->
          scores(name, indicators.scorer(), data.blocks(labels, indicators.indicators()));
      case CalibratedClassifier<?, ?> calibrated -> {
        scores(name, calibrated.model());
        numbers(name, "temperature", calibrated.temperature().value());
        numbers(name, "priors of the temperature", calibrated.fittedPriors());
      }
      default -> throw new AssertionError("no rows for a " + model.getClass().getSimpleName());
    }
  }

  private static RowBatch rows(GoldenData data, int[] labels, Classifier<?, ?> block) {
    int d = block.featureCount();
    return switch (block) {
      case GaussianClassifier _ -> data.numbers(labels, d);
      case BernoulliNaiveBayes _ -> data.bits(labels, d);
      case CategoricalNaiveBayes categories ->
          data.categories(labels, categories.dictionaries(), 0);
      default -> data.counts(labels, d, false);
    };
  }

  private <B extends RowBatch> void scores(String name, Scorer<?, B> scorer, B rows) {
    double[] logJoints = new double[rows.rowCount() * scorer.classCount()];
    int[] labels = new int[rows.rowCount()];
    scorer.logJoint(rows, logJoints);
    scorer.predict(rows, labels);
    numbers(name, "log joints", logJoints);
    for (int label : labels) {
      lines.add(name + ", label: " + scorer.classes().name(label));
    }
  }

  private void numbers(String moment, String name, DoubleStream values) {
    numbers(moment, name, values.toArray());
  }

  private void numbers(String moment, String name, double... values) {
    numbers(moment + ", " + name, values);
  }

  private void numbers(String name, double[] values) {
    // Not the raw bits: of NaN, machines have several.
    long[] bits = Arrays.stream(values).mapToLong(Double::doubleToLongBits).toArray();
    StringBuilder line = new StringBuilder(name).append(':');
    if (bits.length > MAX_SHOWN) {
      line.append(" %d numbers of SHA-256 %s".formatted(bits.length, sha256(bits)));
    } else {
      for (long one : bits) {
        line.append(' ').append(HexFormat.of().toHexDigits(one));
      }
    }
    lines.add(line.toString());
  }

  private static String sha256(long[] bits) {
    ByteBuffer bytes = ByteBuffer.allocate(bits.length * Long.BYTES);
    bytes.asLongBuffer().put(bits);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
