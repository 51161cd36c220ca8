package org.lanewise.golden;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.inference.ClassSets;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.inference.Typicality;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.gather.state.VarianceState;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import org.lanewise.io.TestRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Temperature;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// Writes golden files of every kind. Run by hand, in the folder `core`, after `mvn -Dquick -pl
/// core test-compile`:
///
/// ```
/// java -cp target/classes:target/test-classes org.lanewise.golden.GoldenFiles FOLDER
/// ```
///
/// A golden file is never written again: the folder has to be new. A new kind of file goes from
/// there to the folder of the version of Lanewise that begins to write it.
public final class GoldenFiles {

  private static final Map<String, String> NOTES =
      Map.of("label", "species", "threshold", "0.5", "", "an empty key, äöü");

  private static final List<String> ODD =
      List.of("10", "9", "b", "Übergröße ☃", "a", "", "c, \"d\"", "-1", "雪", "1e3");

  /// Fewer than a word of bits, more than a panel of numbers.
  private static final int FEW = 3;

  private static final int WIDE = 13;

  private final Path folder;

  private GoldenFiles(Path folder) {
    this.folder = folder;
  }

  /// Writes all files.
  ///
  /// @param arguments the folder, which must not exist
  public static void main(String[] arguments) throws IOException {
    GoldenFiles files = new GoldenFiles(Path.of(arguments[0]));
    Files.createDirectory(files.folder);
    files.gaussianModels();
    files.discreteModels();
    files.modelsOfBlocks();
    files.modelsOfIndicators();
    files.modelsWithMore();
    files.momentStatistics();
    files.missingNumbers();
    files.countedStatistics();
    files.statisticsOfBlocks();
    files.transformed();
    files.referencesAndSets();
    files.decayedStatistics();
  }

  /// Classes in an order of their own.
  private static Classes odd(int k) {
    return k <= ODD.size()
        ? Classes.of(ODD.subList(0, k))
        : Classes.of(IntStream.range(0, k).mapToObj(c -> "c" + (k - c)).toList());
  }

  private static Features features(String kind, int d) {
    return Features.of(
        IntStream.range(0, d)
            .mapToObj(j -> "%s %d [cm], \"outer\"".formatted(kind, d - j))
            .toList());
  }

  private static List<CategoryDictionary> dictionaries() {
    return List.of(
        CategoryDictionary.of(List.of("rød", "", "null")),
        CategoryDictionary.ofSize(2),
        CategoryDictionary.of(List.of("10", "9", "a, b", "\"quoted\"")),
        CategoryDictionary.ofSize(40),
        CategoryDictionary.of(List.of("only")));
  }

  private static <S extends Statistics> S filled(S statistics, GoldenData.Form form) {
    GoldenData.add(statistics, 1, 400, form);
    return statistics;
  }

  private void gaussianModels() throws IOException {
    GaussianStatistics few =
        filled(
            new GaussianStatistics(Features.unnamed(WIDE), Classes.unnamed(FEW)),
            GoldenData.Form.PLAIN);
    GaussianStatistics many =
        filled(new GaussianStatistics(features("width", 5), odd(10)), GoldenData.Form.WEIGHTED);
    plain("linear", LinearDiscriminant.recipe().fit(few));
    named(
        "linear",
        LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT
                    .withPriors(Priors.uniform())
                    .withDivisor(CovarianceDivisor.UNBIASED))
            .fit(many));
    plain("quadratic", QuadraticDiscriminant.recipe().fit(few));
    named(
        "quadratic",
        QuadraticDiscriminant.recipe(
                DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.toIdentity(0.25)))
            .fit(many));
    plain(
        "regularized",
        RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT.withLambda(0.25).withGamma(0.125))
            .fit(few));
    named(
        "regularized",
        RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT.withLambda(0.75)).fit(many));
    plain(
        "low-rank",
        LowRankDiscriminant.recipe(
                LowRankOptions.DEFAULT.withRank(3).withSubspace(7).withKappa(1.5))
            .fit(few));
    named("low-rank", LowRankDiscriminant.recipe(LowRankOptions.DEFAULT.withRank(2)).fit(many));
    VarianceStatistics variances =
        filled(new VarianceStatistics(features("width", 5), odd(10)), GoldenData.Form.WEIGHTED);
    plain(
        "gaussian-nb",
        GaussianNaiveBayes.recipe()
            .fit(
                filled(
                    new VarianceStatistics(Features.unnamed(WIDE), Classes.unnamed(FEW)),
                    GoldenData.Form.PLAIN)));
    named("gaussian-nb", GaussianNaiveBayes.recipe().fit(variances));
    named(
        "gaussian-nb-pooled",
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
            .fit(variances));
    plain("linear-scores", linearScores(Features.unnamed(WIDE), Classes.unnamed(FEW)));
    named("linear-scores", linearScores(features("width", 5), odd(10)));
    // Classes so far apart that each has an origin of its own.
    int[] indices = IntStream.range(0, 30).map(i -> i % 2).toArray();
    double[][] columns = new double[2][indices.length];
    for (int i = 0; i < indices.length; i++) {
      columns[0][i] = indices[i] * 1e12 + i * i % 7;
      columns[1][i] = i % 5;
    }
    NumericColumns apart = NumericColumns.of(columns);
    Labels labels = Labels.ofIndices(indices, 2);
    plain(
        "quadratic-apart",
        QuadraticDiscriminant.recipe().fit(GaussianStatistics.of(apart, labels)));
    plain(
        "gaussian-nb-apart", GaussianNaiveBayes.recipe().fit(VarianceStatistics.of(apart, labels)));
  }

  private static LinearClassifier linearScores(Features features, Classes classes) {
    double[] intercepts = new double[classes.count()];
    double[][] weights = new double[intercepts.length][features.count()];
    for (int c = 0; c < intercepts.length; c++) {
      intercepts[c] = c / 3.0 - 1;
      for (int j = 0; j < weights[c].length; j++) {
        weights[c][j] = ((5 * c + 3 * j) % 7 - 3) / 1.7;
      }
    }
    return LinearClassifier.of(features, classes, intercepts, weights);
  }

  private void discreteModels() throws IOException {
    BernoulliStatistics fewBits =
        filled(
            new BernoulliStatistics(Features.unnamed(WIDE), Classes.unnamed(FEW)),
            GoldenData.Form.PLAIN);
    BernoulliStatistics manyBits = new BernoulliStatistics(features("bit", 5), odd(10));
    GoldenData.add(manyBits, 1, 30, GoldenData.Form.SPECIAL);
    NaiveBayesOptions unsmoothed = NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.none());
    plain("bernoulli-nb", BernoulliNaiveBayes.recipe().fit(fewBits));
    // Without smoothing some probabilities are 0 and 1.
    named(
        "bernoulli-nb",
        BernoulliNaiveBayes.recipe(unsmoothed.withPriors(Priors.laplace())).fit(manyBits));

    CountStatistics fewCounts =
        filled(
            new CountStatistics(Features.unnamed(WIDE), Classes.unnamed(FEW)),
            GoldenData.Form.PLAIN);
    CountStatistics manyCounts =
        filled(new CountStatistics(features("count", 5), odd(10)), GoldenData.Form.SPECIAL);
    CountStatistics scarceCounts = new CountStatistics(features("count", 5), odd(10));
    GoldenData.add(scarceCounts, 1, 20, GoldenData.Form.PLAIN);
    plain("multinomial-nb", MultinomialNaiveBayes.recipe().fit(fewCounts));
    named("multinomial-nb", MultinomialNaiveBayes.recipe(unsmoothed).fit(scarceCounts));
    named("multinomial-nb-words", MultinomialNaiveBayes.recipe().fit(words()));
    plain("complement-nb", ComplementNaiveBayes.recipe().fit(fewCounts));
    ComplementOptions normalized = ComplementOptions.DEFAULT.withNormalized(true);
    named(
        "complement-nb",
        ComplementNaiveBayes.recipe(ComplementOptions.DEFAULT.withSmoothing(Smoothing.of(0.1)))
            .fit(manyCounts));
    plain("complement-nb-normalized", ComplementNaiveBayes.recipe(normalized).fit(fewCounts));
    named(
        "complement-nb-normalized",
        ComplementNaiveBayes.recipe(
                normalized.withSmoothing(Smoothing.perFeature(0.5, 1, 1.5, 2, 2.5)))
            .fit(manyCounts));
    plain("poisson-nb", PoissonNaiveBayes.recipe().fit(fewCounts));
    named(
        "poisson-nb",
        PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.uniform(), Smoothing.of(0.1)))
            .fit(manyCounts));

    plain(
        "categorical-nb",
        CategoricalNaiveBayes.recipe()
            .fit(
                filled(
                    new CategoryStatistics(
                        Features.unnamed(13),
                        IntStream.rangeClosed(2, 14).mapToObj(CategoryDictionary::ofSize).toList(),
                        Classes.unnamed(FEW)),
                    GoldenData.Form.PLAIN)));
    named(
        "categorical-nb",
        CategoricalNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.of(0.5)))
            .fit(
                filled(
                    new CategoryStatistics(features("kind", 5), dictionaries(), odd(10)),
                    GoldenData.Form.SPECIAL)));
  }

  /// Words, and classes that may become more.
  private static CountStatistics words() {
    return filled(
        new CountStatistics(
            Features.words(List.of("free", "lunch", "äpfel")),
            Classes.sorted(List.of("ham", "spam"))),
        GoldenData.Form.PLAIN);
  }

  private static MixedStatistics blocks() {
    Classes classes = odd(8);
    return new MixedStatistics(
        new GaussianStatistics(features("width", 3), classes),
        new BernoulliStatistics(features("bit", 4), classes),
        new CategoryStatistics(features("kind", 2), dictionaries().subList(0, 2), classes),
        new CountStatistics(features("count", 3), classes));
  }

  private static MixedStatistics plainBlocks() {
    return new MixedStatistics(
        new VarianceStatistics(Features.unnamed(3), Classes.unnamed(FEW)),
        new BernoulliStatistics(Features.unnamed(4), Classes.unnamed(FEW)),
        new CountStatistics(Features.unnamed(2), Classes.unnamed(FEW)));
  }

  private void modelsOfBlocks() throws IOException {
    named("mixed", MixedNaiveBayes.recipe().fit(filled(blocks(), GoldenData.Form.SPECIAL)));
    plain("mixed", MixedNaiveBayes.recipe().fit(filled(plainBlocks(), GoldenData.Form.PLAIN)));
  }

  private void modelsOfIndicators() throws IOException {
    List<CategoryDictionary> kinds = dictionaries().subList(0, 3);
    named("indicators-linear", indicators(features("mixed", 5), odd(3), kinds, 2, 0, 3));
    IndicatorClassifier plain =
        indicators(Features.unnamed(2), Classes.unnamed(3), kinds.subList(1, 3), 0, 1);
    plain("indicators-linear", plain);
    int[] few = {0, 1, 2};
    tested("indicators-linear", plain, new GoldenData(7).blocks(few, plain.indicators()));
    write(
        "model-indicators-quadratic-tempered",
        new ModelFile(
            CalibratedClassifier.of(
                indicators(
                    QuadraticDiscriminant.recipe(
                        DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.toIdentity(0.25))),
                    Indicators.of(Features.unnamed(4), kinds, 1, 1, 2),
                    Classes.unnamed(3)),
                Temperature.of(1.75),
                new double[] {0.5, 0.25, 0.25})));
  }

  private static IndicatorClassifier indicators(
      Features features, Classes classes, List<CategoryDictionary> dictionaries, int... leftOut) {
    return indicators(
        LinearDiscriminant.recipe(), Indicators.of(features, dictionaries, leftOut), classes);
  }

  private static IndicatorClassifier indicators(
      Recipe<? extends GaussianClassifier> recipe, Indicators indicators, Classes classes) {
    GoldenData data = new GoldenData(5);
    int[] indices = IntStream.range(0, 300).map(i -> i % classes.count()).toArray();
    MixedColumns rows = data.blocks(indices, indicators);
    return IndicatorClassifier.of(
        indicators, recipe.fit(indicators.columns(rows), Labels.ofIndices(indices, classes)));
  }

  /// Models with a temperature, with ranks and with test rows.
  private void modelsWithMore() throws IOException {
    int[] indices = IntStream.range(0, 90).map(i -> i % 3).toArray();
    GoldenData data = new GoldenData(7);
    NumericColumns rows = data.numbers(indices, 4);
    Labels labels = Labels.ofIndices(indices, 3);
    RegularizedOptions options = RegularizedOptions.DEFAULT.withLambda(0.25);
    RegularizedDiscriminant regularized =
        RegularizedDiscriminant.recipe(options).fit(GaussianStatistics.of(rows, labels));
    ModelFile ranked =
        new ModelFile(regularized)
            .withRanks(
                Typicality.of(RegularizedDiscriminant.recipe(options), rows, labels)
                    .ranks()
                    .orElseThrow());
    write("model-regularized-ranks", ranked);
    write(
        "model-linear-tempered",
        new ModelFile(
            CalibratedClassifier.of(
                LinearDiscriminant.recipe().fit(GaussianStatistics.of(rows, labels)),
                Temperature.of(1.75),
                new double[] {0.5, 0.25, 0.25})));
    int[] few = {0, 1, 2};
    write(
        "model-regularized-ranks-tested",
        ranked.withTestRows(TestRows.of(regularized, data.numbers(few, 4))));
    tested(
        "bernoulli-nb",
        BernoulliNaiveBayes.recipe()
            .fit(
                filled(
                    new BernoulliStatistics(Features.unnamed(5), Classes.unnamed(3)),
                    GoldenData.Form.PLAIN)),
        data.bits(few, 5));
    CategoryStatistics categories =
        filled(
            new CategoryStatistics(
                Features.unnamed(dictionaries().size()), dictionaries(), Classes.unnamed(3)),
            GoldenData.Form.SPECIAL);
    tested(
        "categorical-nb",
        CategoricalNaiveBayes.recipe().fit(categories),
        data.categories(few, categories.dictionaries(), 1));
    tested(
        "multinomial-nb",
        MultinomialNaiveBayes.recipe()
            .fit(
                filled(
                    new CountStatistics(Features.unnamed(5), Classes.unnamed(3)),
                    GoldenData.Form.PLAIN)),
        data.counts(few, 5, true));
    tested(
        "mixed",
        MixedNaiveBayes.recipe().fit(filled(plainBlocks(), GoldenData.Form.PLAIN)),
        MixedColumns.of(data.numbers(few, 3), data.bits(few, 4), data.counts(few, 2, false)));
  }

  private <R, B extends RowBatch> void tested(String name, Classifier<R, B> model, B rows)
      throws IOException {
    write("model-" + name + "-tested", new ModelFile(model).withTestRows(TestRows.of(model, rows)));
  }

  /// Of each kind and number of classes: empty; in a range that is open, after one that is
  /// complete; and in one that is open, after a subtraction.
  private void momentStatistics() throws IOException {
    for (int k : new int[] {2, 10, 40}) {
      int d = k == 2 ? 9 : k == 10 ? 5 : 3;
      Features features = k == 2 ? Features.unnamed(d) : features("width", d);
      Classes classes = k == 2 ? Classes.unnamed(k) : odd(k);
      moments("gaussian-k" + k, () -> new GaussianStatistics(features, classes));
      moments("pooled-k" + k, () -> GaussianStatistics.pooled(features, classes));
      moments("diagonal-k" + k, () -> new VarianceStatistics(features, classes));
    }
    GaussianStatistics large = new GaussianStatistics(Features.unnamed(8), Classes.unnamed(700));
    GoldenData.add(large, 1, 2 * GaussianState.RANGE_ROWS - 2000, GoldenData.Form.PLAIN);
    write("statistics-gaussian-k700-open", large);
  }

  private void moments(String kind, Supplier<Statistics> empty) throws IOException {
    String name = "statistics-%s-".formatted(kind);
    write(name + "empty", empty.get());
    Statistics open = empty.get();
    int rangeRows =
        open instanceof VarianceStatistics ? VarianceState.RANGE_ROWS : GaussianState.RANGE_ROWS;
    GoldenData.add(open, 1, rangeRows, GoldenData.Form.WEIGHTED);
    GoldenData.add(open, 2, 900, GoldenData.Form.PLAIN);
    GoldenData.add(open, 3, 70, GoldenData.Form.WEIGHTED);
    write(name + "open", open);
    Statistics rest = empty.get();
    Statistics part = empty.get();
    GoldenData.add(part, 4, 600, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 4, 600, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 5, 5000, GoldenData.Form.WEIGHTED);
    rest.subtract(part);
    GoldenData.add(rest, 6, 330, GoldenData.Form.PLAIN);
    write(name + "subtracted", rest);
  }

  private void missingNumbers() throws IOException {
    VarianceStatistics open = new VarianceStatistics(features("width", 5), odd(8));
    GoldenData.add(open, 2, 33_000, GoldenData.Form.SPECIAL);
    GoldenData.add(open, 3, 70, GoldenData.Form.WEIGHTED);
    write("statistics-diagonal-missing-open", open);
    VarianceStatistics part = new VarianceStatistics(features("width", 5), odd(8));
    VarianceStatistics rest = new VarianceStatistics(features("width", 5), odd(8));
    GoldenData.add(part, 4, 600, GoldenData.Form.SPECIAL);
    GoldenData.add(rest, 4, 600, GoldenData.Form.SPECIAL);
    GoldenData.add(rest, 5, 5000, GoldenData.Form.SPECIAL);
    write("statistics-diagonal-missing-subtracted", rest.subtract(part));
  }

  private void countedStatistics() throws IOException {
    counted("bernoulli", () -> new BernoulliStatistics(features("bit", 5), odd(10)));
    counted("counts", () -> new CountStatistics(features("count", 5), odd(10)));
    counted(
        "categories", () -> new CategoryStatistics(features("kind", 5), dictionaries(), odd(10)));
    write("statistics-counts-words", words());
    write(
        "statistics-categories-growing",
        filled(
            new CategoryStatistics(
                Features.unnamed(5),
                dictionaries().stream().map(CategoryDictionary::opened).toList(),
                Classes.sorted(List.of("x", "y"))),
            GoldenData.Form.PLAIN));
  }

  /// Of each kind: empty, with plain rows, with weights, with what is special, with all of these;
  /// and after a subtraction, which weights and fractions forbid.
  private void counted(String kind, Supplier<Statistics> empty) throws IOException {
    String name = "statistics-" + kind + "-";
    write(name + "empty", empty.get());
    Statistics all = empty.get();
    int seed = 1;
    for (GoldenData.Form form : GoldenData.Form.values()) {
      Statistics one = empty.get();
      GoldenData.add(one, seed, 300, form);
      write(name + form.name().toLowerCase(Locale.ROOT), one);
      GoldenData.add(all, seed, 300, form);
      seed++;
    }
    write(name + "all", all);
    Statistics rest = empty.get();
    Statistics part = empty.get();
    GoldenData.add(rest, 4, 400, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 5, 300, GoldenData.Form.PLAIN);
    GoldenData.add(part, 4, 400, GoldenData.Form.PLAIN);
    write(name + "subtracted", rest.subtract(part));
  }

  private void statisticsOfBlocks() throws IOException {
    write("statistics-mixed-empty", blocks());
    MixedStatistics open = blocks();
    GoldenData.add(open, 1, 900, GoldenData.Form.SPECIAL);
    GoldenData.add(open, 3, 9000, GoldenData.Form.SPECIAL);
    write("statistics-mixed-open", open);
    MixedStatistics part = blocks();
    MixedStatistics rest = blocks();
    GoldenData.add(part, 4, 400, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 4, 400, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 5, 800, GoldenData.Form.PLAIN);
    write("statistics-mixed-subtracted", rest.subtract(part));
    write("statistics-mixed-plain", filled(plainBlocks(), GoldenData.Form.PLAIN));
  }

  private void transformed() throws IOException {
    DiscriminantOptions shrunk = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.25));
    Recipe<TransformedClassifier> random =
        TransformedClassifier.recipe(
            Transform.unitLength().then(Transform.randomFeatures(21, 4)),
            LinearDiscriminant.recipe(shrunk));
    Recipe<TransformedClassifier> standard =
        TransformedClassifier.recipe(
            Transform.standardization(
                    new double[] {-1, 999, 2000.5, 3001, 4000}, new double[] {1, 2, 3, 1.5, 0.7})
                .then(Transform.signedPower(0.75)),
            QuadraticDiscriminant.recipe(shrunk));
    Recipe<TransformedClassifier> linear =
        TransformedClassifier.recipe(
            Transform.centering(0, 1000, 2000, 3000, 4000)
                .then(
                    Transform.linear(
                        new double[][] {{1, 0.5, 0, -1, 0.1}, {0, 0.3, 0.7, 0, -0.2}},
                        new double[] {0, -1})),
            GaussianNaiveBayes.recipe());
    NumericColumns plain = NumericColumns.of(new double[WIDE][1]);
    NumericColumns named = NumericColumns.of(new double[5][1]).withFeatures(features("width", 5));
    plain(
        "transformed-linear",
        random.fit(filled(random.statistics(plain, Classes.unnamed(FEW)), GoldenData.Form.PLAIN)));
    named(
        "transformed-quadratic",
        standard.fit(filled(standard.statistics(named, odd(10)), GoldenData.Form.WEIGHTED)));
    named(
        "transformed-gaussian-nb",
        linear.fit(filled(linear.statistics(named, odd(3)), GoldenData.Form.WEIGHTED)));
    Recipe<TransformedClassifier> roots =
        TransformedClassifier.recipe(Transform.signedPower(0.5), LinearDiscriminant.recipe());
    moments("transformed-pooled", () -> roots.statistics(plain, Classes.unnamed(FEW)));
    moments("transformed-gaussian", () -> standard.statistics(named, odd(8)));
    moments("transformed-diagonal", () -> linear.statistics(named, odd(10)));
  }

  /// Models with a reference to recognise rows of no class, and with sets of classes.
  private void referencesAndSets() throws IOException {
    int[] indices = IntStream.range(0, 90).map(i -> i % 3).toArray();
    NumericColumns rows = new GoldenData(9).numbers(indices, 4);
    Labels labels = Labels.ofIndices(indices, 3);
    Transform unit = Transform.centering(0, 1000, 2000, 3000).then(Transform.unitLength());
    for (Recipe<? extends Classifier<double[], NumericColumns>> recipe :
        List.of(
            LinearDiscriminant.recipe(),
            QuadraticDiscriminant.recipe(),
            TransformedClassifier.recipe(unit, LinearDiscriminant.recipe()))) {
      RelativeMahalanobis known = RelativeMahalanobis.of(recipe, rows, labels);
      write(
          "model-%s-reference".formatted(known.model().describe().kind()),
          new ModelFile(known.model()).withReference(known.reference()));
    }
    LinearDiscriminant model = LinearDiscriminant.recipe().fit(rows, labels);
    ClassSets sets = ClassSets.of(model.scorer().logJoint(rows), labels, false);
    write(
        "model-linear-reference-sets-tested",
        new ModelFile(model, NOTES)
            .withReference(
                RelativeMahalanobis.of(LinearDiscriminant.recipe(), rows, labels).reference())
            .withSets(sets)
            .withTestRows(TestRows.of(model, new GoldenData(7).numbers(new int[] {0, 1, 2}, 4))));
  }

  private void decayedStatistics() throws IOException {
    for (Statistics empty :
        List.of(
            new GaussianStatistics(features("width", 5), odd(10)),
            GaussianStatistics.pooled(features("width", 5), odd(10)),
            new VarianceStatistics(features("width", 5), odd(10)),
            new BernoulliStatistics(features("bit", 5), odd(10)),
            new CountStatistics(features("count", 5), odd(10)),
            new CategoryStatistics(features("kind", 5), dictionaries(), odd(10)),
            blocks())) {
      Statistics decayed = filled(empty, GoldenData.Form.PLAIN).decayed(0.7);
      GoldenData.add(decayed, 2, 300, GoldenData.Form.PLAIN);
      String kind =
          decayed.getClass().getSimpleName().replace("Statistics", "").toLowerCase(Locale.ROOT);
      boolean pooled =
          decayed instanceof GaussianStatistics gaussian && gaussian.summary().pooled();
      write("statistics-%s-decayed".formatted(pooled ? "pooled" : kind), decayed);
    }
  }

  private void plain(String name, Classifier<?, ?> model) throws IOException {
    write("model-" + name + "-plain", new ModelFile(model));
  }

  private void named(String name, Classifier<?, ?> model) throws IOException {
    write("model-" + name + "-named", new ModelFile(model, NOTES));
  }

  private void write(String name, ModelFile file) throws IOException {
    Path path = folder.resolve(name + ".lanewise");
    file.write(path);
    write(name, GoldenBits.of(ModelFile.read(path)));
  }

  private void write(String name, Statistics statistics) throws IOException {
    Path path = folder.resolve(name + ".lanewise");
    boolean notes = statistics.features().areNamed();
    new StatisticsFile(statistics, new TreeMap<>(notes ? NOTES : Map.of())).write(path);
    write(name, GoldenBits.of(StatisticsFile.read(path)));
  }

  private void write(String name, List<String> bits) throws IOException {
    Files.writeString(
        folder.resolve(name + ".txt"), String.join("\n", bits) + "\n", StandardCharsets.UTF_8);
  }
}
