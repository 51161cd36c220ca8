package org.lanewise.golden;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.DiagonalStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

/// Writes golden files. Run by hand, once for a version whose files shall be golden; no test runs
/// it. In the folder `core`, after `mvn -Dquick -pl core test-compile`:
///
/// ```
/// java -cp target/classes:target/test-classes org.lanewise.golden.GoldenFiles \
///   src/test/resources/golden/NAME-OF-THE-VERSION
/// ```
///
/// A golden file is never written again: the folder has to be new.
public final class GoldenFiles {

  private static final SortedMap<String, String> NO_NOTES = new TreeMap<>();
  private static final SortedMap<String, String> NOTES =
      new TreeMap<>(Map.of("label", "species", "threshold", "0.5", "", "an empty key, äöü"));

  private final Path folder;

  private GoldenFiles(Path folder) {
    this.folder = folder;
  }

  /// Writes all files.
  ///
  /// @param arguments the folder, which must not exist
  public static void main(String[] arguments) throws IOException {
    GoldenFiles files = new GoldenFiles(Path.of(arguments[0]));
    Files.createDirectories(files.folder.toAbsolutePath().getParent());
    Files.createDirectory(files.folder);
    files.models();
    files.gaussianStatistics();
    files.countingStatistics();
  }

  private void models() throws IOException {
    GaussianStatistics few = filled(new GaussianStatistics(13, 3), GoldenData.Form.PLAIN);
    GaussianStatistics many = filled(new GaussianStatistics(5, 10), GoldenData.Form.WEIGHTED);
    plain("linear", LinearDiscriminant.fit(few));
    named(
        "linear",
        LinearDiscriminant.fit(
            many,
            DiscriminantOptions.DEFAULT
                .withPriors(Priors.uniform())
                .withDivisor(CovarianceDivisor.UNBIASED)));
    plain("quadratic", QuadraticDiscriminant.fit(few));
    named(
        "quadratic",
        QuadraticDiscriminant.fit(many, DiscriminantOptions.DEFAULT.withRegularization(0.25)));
    plain(
        "regularized",
        RegularizedDiscriminant.fit(few, RegularizedDiscriminant.Options.of(0.25, 0.125)));
    named(
        "regularized",
        RegularizedDiscriminant.fit(many, RegularizedDiscriminant.Options.of(0.75, 0)));
    plain(
        "gaussian-nb",
        GaussianNaiveBayes.fit(filled(new DiagonalStatistics(13, 3), GoldenData.Form.PLAIN)));
    named("gaussian-nb", GaussianNaiveBayes.fit(many));

    BernoulliStatistics fewBits = filled(new BernoulliStatistics(13, 3), GoldenData.Form.PLAIN);
    BernoulliStatistics manyBits = new BernoulliStatistics(5, 10);
    GoldenData.add(manyBits, 1, 30, GoldenData.Form.SPECIAL);
    plain("bernoulli-nb", BernoulliNaiveBayes.fit(fewBits));
    // Without smoothing some probabilities are 0 and 1.
    named("bernoulli-nb", BernoulliNaiveBayes.fit(manyBits, Smoothing.none(), Priors.laplace()));

    CountStatistics fewCounts = filled(new CountStatistics(13, 3), GoldenData.Form.PLAIN);
    CountStatistics manyCounts = filled(new CountStatistics(5, 10), GoldenData.Form.SPECIAL);
    CountStatistics scarceCounts = new CountStatistics(5, 10);
    GoldenData.add(scarceCounts, 1, 20, GoldenData.Form.PLAIN);
    plain("multinomial-nb", MultinomialNaiveBayes.fit(fewCounts));
    named(
        "multinomial-nb",
        MultinomialNaiveBayes.fit(scarceCounts, Smoothing.none(), Priors.empirical()));
    plain("complement-nb", ComplementNaiveBayes.fit(fewCounts));
    named("complement-nb", ComplementNaiveBayes.fit(manyCounts, Smoothing.of(0.1), false));
    plain(
        "complement-nb-normalized", ComplementNaiveBayes.fit(fewCounts, Smoothing.laplace(), true));
    named(
        "complement-nb-normalized",
        ComplementNaiveBayes.fit(manyCounts, Smoothing.perFeature(0.5, 1, 1.5, 2, 2.5), true));
    plain("poisson-nb", PoissonNaiveBayes.fit(fewCounts));
    named("poisson-nb", PoissonNaiveBayes.fit(manyCounts, Smoothing.of(0.1), Priors.uniform()));

    plain(
        "categorical-nb",
        CategoricalNaiveBayes.fit(
            filled(
                new CategoryStatistics(
                    IntStream.rangeClosed(2, 14).mapToObj(CategoryDictionary::ofSize).toList(), 3),
                GoldenData.Form.PLAIN)));
    named(
        "categorical-nb",
        CategoricalNaiveBayes.fit(
            filled(new CategoryStatistics(dictionaries(), 10), GoldenData.Form.SPECIAL),
            Smoothing.of(0.5),
            Priors.laplace()));
  }

  /// Of each kind and number of classes: empty; in a range that is open, after one that is
  /// complete; and in one that is open, after a subtraction. And once with so many classes that
  /// tiles are smaller.
  private void gaussianStatistics() throws IOException {
    for (int k : new int[] {2, 10, 40}) {
      int d = k == 2 ? 9 : k == 10 ? 5 : 3;
      gaussianStatistics("gaussian", k, () -> new GaussianStatistics(d, k));
      gaussianStatistics("pooled", k, () -> GaussianStatistics.pooled(d, k));
      gaussianStatistics("diagonal", k, () -> new DiagonalStatistics(d, k));
    }
    GaussianStatistics large = new GaussianStatistics(8, 700);
    // 2,000 rows are left of a range of 88 times 8,192.
    GoldenData.add(large, 1, 88 * 8192 - 2000, GoldenData.Form.PLAIN);
    write("statistics-gaussian-k700-open", large);
  }

  private interface Empty {
    Statistics make();
  }

  private void gaussianStatistics(String kind, int k, Empty empty) throws IOException {
    String name = "statistics-%s-k%d-".formatted(kind, k);
    write(name + "empty", empty.make());
    Statistics open = empty.make();
    // A range has 8,192 rows, of diagonal statistics 32,768, and more with many classes.
    int rangeRows = kind.equals("diagonal") ? 32_768 : 8192 * Math.max(1, (k + 7) / 8);
    GoldenData.add(open, 1, rangeRows, GoldenData.Form.WEIGHTED);
    GoldenData.add(open, 2, 900, GoldenData.Form.PLAIN);
    GoldenData.add(open, 3, 70, GoldenData.Form.WEIGHTED);
    write(name + "open", open);
    Statistics rest = empty.make();
    Statistics part = empty.make();
    GoldenData.add(part, 4, 600, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 4, 600, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 5, 5000, GoldenData.Form.WEIGHTED);
    subtract(rest, part);
    GoldenData.add(rest, 6, 330, GoldenData.Form.PLAIN);
    write(name + "subtracted", rest);
  }

  /// Of each kind: empty, with plain rows, with weights, with what is special, with all of these;
  /// and after a subtraction, which weights and fractions forbid.
  private void countingStatistics() throws IOException {
    countingStatistics("bernoulli", () -> new BernoulliStatistics(5, 10));
    countingStatistics("counts", () -> new CountStatistics(5, 10));
    countingStatistics("categories", () -> new CategoryStatistics(dictionaries(), 10));
  }

  private void countingStatistics(String kind, Empty empty) throws IOException {
    String name = "statistics-" + kind + "-";
    write(name + "empty", empty.make());
    Statistics all = empty.make();
    int seed = 1;
    for (GoldenData.Form form : GoldenData.Form.values()) {
      Statistics one = empty.make();
      GoldenData.add(one, seed, 300, form);
      write(name + form.name().toLowerCase(Locale.ROOT), one);
      GoldenData.add(all, seed, 300, form);
      seed++;
    }
    write(name + "all", all);
    Statistics rest = empty.make();
    Statistics part = empty.make();
    GoldenData.add(rest, 4, 400, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 5, 300, GoldenData.Form.PLAIN);
    GoldenData.add(part, 4, 400, GoldenData.Form.PLAIN);
    subtract(rest, part);
    write(name + "subtracted", rest);
  }

  private static void subtract(Statistics from, Statistics part) {
    switch (from) {
      case GaussianStatistics gaussian -> gaussian.subtract((GaussianStatistics) part);
      case DiagonalStatistics diagonal -> diagonal.subtract((DiagonalStatistics) part);
      case BernoulliStatistics bernoulli -> bernoulli.subtract((BernoulliStatistics) part);
      case CountStatistics counts -> counts.subtract((CountStatistics) part);
      case CategoryStatistics categories -> categories.subtract((CategoryStatistics) part);
    }
  }

  private static <S extends Statistics> S filled(S statistics, GoldenData.Form form) {
    GoldenData.add(statistics, 1, 400, form);
    return statistics;
  }

  private static List<CategoryDictionary> dictionaries() {
    return List.of(
        CategoryDictionary.of(List.of("rød", "", "null")),
        CategoryDictionary.ofSize(2),
        CategoryDictionary.of(List.of("10", "9", "a, b", "\"quoted\"")),
        CategoryDictionary.ofSize(40),
        CategoryDictionary.of(List.of("only")));
  }

  /// Classes in their natural order, no other words.
  private void plain(String name, Classifier<?, ?> model) throws IOException {
    List<String> classes =
        IntStream.range(0, model.classCount()).mapToObj("c%d"::formatted).toList();
    write("model-" + name + "-plain", new ModelFile(model, classes, List.of(), NO_NOTES));
  }

  /// Classes in an order of their own, names of the features, notes.
  private void named(String name, Classifier<?, ?> model) throws IOException {
    write(
        "model-" + name + "-named",
        new ModelFile(
            model, unsorted(model.classCount()), featureNames(model.featureCount()), NOTES));
  }

  private static List<String> unsorted(int k) {
    List<String> odd =
        List.of("10", "9", "b", "Übergröße ☃", "a", "", "c, \"d\"", "-1", "雪", "1e3");
    return k == 10 ? odd : IntStream.range(0, k).mapToObj(c -> "c" + (k - c)).toList();
  }

  private static List<String> featureNames(int d) {
    return IntStream.range(0, d)
        .mapToObj(j -> "width %d [cm], \"outer\"".formatted(d - j))
        .toList();
  }

  private void write(String name, ModelFile file) throws IOException {
    Path path = folder.resolve(name + ".lanewise");
    file.write(path);
    write(name, GoldenBits.of(ModelFile.read(path)));
  }

  private void write(String name, Statistics statistics) throws IOException {
    int k = statistics.classCount();
    boolean plain = k == 2;
    List<String> classes = plain ? List.of("0", "1") : unsorted(k);
    List<String> features = plain ? List.of() : featureNames(statistics.featureCount());
    Path path = folder.resolve(name + ".lanewise");
    new StatisticsFile(statistics, classes, features, plain ? NO_NOTES : NOTES).write(path);
    write(name, GoldenBits.of(StatisticsFile.read(path)));
  }

  private void write(String name, List<String> bits) throws IOException {
    Files.writeString(
        folder.resolve(name + ".txt"), String.join("\n", bits) + "\n", StandardCharsets.UTF_8);
  }
}
