package org.lanewise.model.discrete;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.discrete.CategoryScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ModelSource;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CategoryStatistics;

/// Naive Bayes with categorical features: given the class, features are independent, and feature j
/// has category v with probability p_cjv (Mitchell, *Machine Learning*, 1997, section 6.9).
///
/// ```
/// p_cjv = (N_cjv + α_j) / (n_cj + α_j K_j)
/// log p(x, c) = log π_c + Σ_j log p_cj,x_j
/// ```
///
/// K_j is the number of categories in the feature's dictionary, including those without rows, and
/// n_cj is the number of rows of the class in which the feature is observed.
///
/// **Missing values** are left out of all counts, including n_cj, and a row has no factor for them.
/// This is exact: p(x, c) of the observed values is the sum over all values of the missing ones.
/// The posterior of a row without any value is the prior.
///
/// **Unseen categories**, which the dictionary does not contain, are rejected;
/// [RowFormat#withUnseen] sets another treatment.
///
/// **Without smoothing** (α_j = 0) p_cjv may be 0, and a row that has the category has a log joint
/// of exactly −∞ in class c; all other numbers remain finite. Labels and posteriors are the limit
/// of α_j → 0: if all classes are impossible, the class with the fewest such factors wins, then the
/// largest finite part, in which each factor counts −log n_cj. A class without observed values of
/// the feature has p_cjv = 1/K_j.
///
/// A class with prior 0 has posterior 0.
public final class CategoricalNaiveBayes extends DiscreteClassifier<int[], CategoryColumns> {

  private static final String KIND =
      KnownKinds.add(
          "categorical-naive-bayes", "categorical Naive Bayes", CategoricalNaiveBayes::of);

  private static final Fitting.Kind<CategoricalNaiveBayes, CategoryStatistics, NaiveBayesOptions>
      FITTING =
          new Fitting.Kind<>(
              CategoricalNaiveBayes.class,
              CategoryStatistics.class,
              NaiveBayesOptions::withPriors,
              CategoricalNaiveBayes::empty,
              CategoricalNaiveBayes::fit);

  private static final String COUNTS = "counts";

  private static final List<RowFormat<?, ?>> FORMATS = List.of(RowFormat.CODES);

  private final List<CategoryDictionary> dictionaries;
  // The index in a row of counts at which each feature's categories begin, and the length of a row.
  private final int[] first;
  // N + α, [c][first[j] + v]: together with α and the priors, they determine the model.
  private final double[][] counts;
  private final double[] alphas;
  private final double[][] totals;
  private final Map<UnseenCategory, Scorer<int[], CategoryColumns>> scorers =
      new EnumMap<>(UnseenCategory.class);

  private CategoricalNaiveBayes(
      Features features,
      Classes classes,
      double[] priors,
      List<CategoryDictionary> dictionaries,
      double[][] counts,
      double[] alphas) {
    super(features, classes, alphas.length, priors);
    this.dictionaries = dictionaries;
    this.counts = counts;
    this.alphas = alphas;
    first = first(dictionaries);
    totals = new double[priors.length][alphas.length];
    for (int c = 0; c < priors.length; c++) {
      for (int j = 0; j < alphas.length; j++) {
        CompensatedSum total = new CompensatedSum();
        for (int at = first[j]; at < first[j + 1]; at++) {
          total.add(counts[c][at]);
        }
        totals[c][j] = total.value();
      }
    }
    AffineForm form = form();
    for (UnseenCategory unseen : UnseenCategory.values()) {
      scorers.put(unseen, new CategoryScorer(naming(), form, dictionaries, unseen).results());
    }
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [CategoryStatistics#add(RowBatch, Labels)] and [#recipe]
  public static CategoricalNaiveBayes fit(CategoryColumns rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<CategoricalNaiveBayes> recipe() {
    return recipe(NaiveBayesOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows or [CategoryStatistics].
  ///
  /// A fit throws an [IllegalArgumentException] if the statistics have no rows or their weights are
  /// too large to sum, if a class has no prior, or if the smoothing is pseudo-data or is for a
  /// different number of features.
  public static Recipe<CategoricalNaiveBayes> recipe(NaiveBayesOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static CategoryStatistics empty(
      NaiveBayesOptions options, RowBatch like, Classes classes) {
    if (like instanceof CategoryColumns columns) {
      return new CategoryStatistics(columns.features(), columns.dictionaries(), classes);
    }
    throw new IllegalArgumentException(
        "the rows are %s; CategoryColumns are expected".formatted(like.getClass().getSimpleName()));
  }

  private static CategoricalNaiveBayes fit(
      CategoryStatistics statistics, NaiveBayesOptions options) {
    int d = statistics.featureCount();
    int k = statistics.classCount();
    Smoothing smoothing = options.smoothing();
    smoothing.requireFeatures(d);
    smoothing.refusePseudoData("categorical Naive Bayes", "has no rows of ones and zeros");
    double[] classWeights = smoothing.classWeights(k, statistics::classWeight);
    int[] first = first(statistics.dictionaries());
    double[][] counts = new double[k][first[d]];
    double[] alphas = new double[d];
    for (int j = 0; j < d; j++) {
      alphas[j] = smoothing.alpha(j);
      for (int c = 0; c < k; c++) {
        for (int at = first[j]; at < first[j + 1]; at++) {
          counts[c][at] = statistics.count(c, j, at - first[j]) + alphas[j];
        }
      }
    }
    return new CategoricalNaiveBayes(
        statistics.features(),
        statistics.classes(),
        options.priors().priors(statistics.classes(), classWeights),
        statistics.dictionaries(),
        counts,
        alphas);
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param dictionaries the categories of each of d features
  /// @param pseudoCounts N_cjv + α_j, k rows of Σ_j K_j, feature by feature
  /// @param alphas α_j, d of them
  /// @throws IllegalArgumentException if shapes do not match, if a count is not from 0 to 2^501, if
  ///   an α is not from 0 to 2^500, or if the priors are invalid
  public static CategoricalNaiveBayes of(
      Features features,
      Classes classes,
      double[] priors,
      List<CategoryDictionary> dictionaries,
      double[][] pseudoCounts,
      double[] alphas) {
    double[] copy = Priors.fixed(priors).priors(new double[priors.length]);
    Smoothing smoothing = Smoothing.perFeature(alphas);
    smoothing.requireFeatures(dictionaries.size());
    int[] first = first(dictionaries);
    double[][] counts = PseudoCounts.copy(pseudoCounts, copy.length, first[alphas.length]);
    return new CategoricalNaiveBayes(
        features, classes, copy, List.copyOf(dictionaries), counts, alphas.clone());
  }

  private static int[] first(List<CategoryDictionary> dictionaries) {
    int[] first = new int[dictionaries.size() + 1];
    for (int j = 0; j < dictionaries.size(); j++) {
      first[j + 1] = Math.addExact(first[j], dictionaries.get(j).size());
    }
    return first;
  }

  @Override
  public List<CategoryDictionary> dictionaries() {
    return dictionaries;
  }

  /// N_cjv + α_j of every category of a class, feature by feature.
  public double[] pseudoCounts(int label) {
    return counts[Objects.checkIndex(label, classCount())].clone();
  }

  /// α_j of every feature.
  public double[] alphas() {
    return alphas.clone();
  }

  /// p_cjv, the probability of a category of a feature in the class.
  public double probability(int label, int feature, int code) {
    double count = count(label, feature, code);
    double total = totals[label][feature];
    return total == 0 ? 1.0 / dictionaries.get(feature).size() : count / total;
  }

  private static CategoricalNaiveBayes of(ModelSource in) throws IOException {
    int d = in.features().count();
    List<CategoryDictionary> categories = in.categories(d, d);
    long count = categories.stream().mapToLong(CategoryDictionary::size).sum();
    return of(
        in.features(),
        in.classes(),
        in.priors(),
        categories,
        in.rows(COUNTS, in.classes().count(), count),
        in.vector("alphas", d));
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features())
        .withCategories(dictionaries)
        .with(
            Tensor.priors(priors()),
            Tensor.rows(
                COUNTS,
                Tensor.CLASS,
                classCount(),
                "category",
                first[featureCount()],
                COUNT,
                c -> counts[c]),
            Tensor.vector("alphas", Tensor.FEATURE, COUNT, alphas));
  }

  @Override
  public double[] example(int label, RandomGenerator random) {
    double[] row = new double[featureCount()];
    for (int j = 0; j < row.length; j++) {
      double left = random.nextDouble();
      int code = 0;
      while (code < dictionaries.get(j).size() - 1 && left >= probability(label, j, code)) {
        left -= probability(label, j, code);
        code++;
      }
      row[j] = code;
    }
    return row;
  }

  /// The probabilities of categories, named `feature=category`.
  @Override
  public List<ParameterTable> parameters(List<String> features) {
    List<String> names = new ArrayList<>();
    List<int[]> places = new ArrayList<>();
    for (int j = 0; j < featureCount(); j++) {
      CategoryDictionary dictionary = dictionaries.get(j);
      for (int code = 0; code < dictionary.size(); code++) {
        names.add(features.get(j) + "=" + dictionary.name(code));
        places.add(new int[] {j, code});
      }
    }
    return List.of(
        byClass(
            "probability", names, (c, at) -> probability(c, places.get(at)[0], places.get(at)[1])));
  }

  /// log p_cjv; −∞ for a probability of 0.
  public double logProbability(int label, int feature, int code) {
    double count = count(label, feature, code);
    double total = totals[label][feature];
    return total == 0
        ? -StrictMath.log(dictionaries.get(feature).size())
        : Shares.ofTotal(count, total);
  }

  private double count(int label, int feature, int code) {
    Objects.checkIndex(code, dictionaries.get(feature).size());
    return counts[Objects.checkIndex(label, classCount())][first[feature] + code];
  }

  @Override
  public double[] theta() {
    if (classCount() != 2) {
      throw new IllegalStateException(
          "the model has %d classes; the logistic form is of 2".formatted(classCount()));
    }
    double[] theta = new double[first[featureCount()] + 1];
    theta[0] = StrictMath.log(priors()[1]) - StrictMath.log(priors()[0]);
    boolean finite = Double.isFinite(theta[0]);
    for (int j = 0; j < featureCount(); j++) {
      for (int v = 0; v < dictionaries.get(j).size(); v++) {
        double value = logProbability(1, j, v) - logProbability(0, j, v);
        theta[1 + first[j] + v] = value;
        finite &= Double.isFinite(value);
      }
    }
    if (!finite) {
      throw new IllegalStateException(
          "the model holds probabilities of 0, so its logistic form is not finite; smoothing is"
              + " expected");
    }
    return theta;
  }

  /// Σ_j k(K_j − 1) + k − 1.
  @Override
  public long freeParameters() {
    long sum = classCount() - 1L;
    for (CategoryDictionary dictionary : dictionaries) {
      sum += (long) classCount() * Math.max(0, dictionary.size() - 1);
    }
    return sum;
  }

  /// k(Π_j K_j − 1) + k − 1: the free parameters of the full joint distribution of the features and
  /// the class, which the independence assumption saves; features without categories do not count.
  public BigInteger fullJointParameters() {
    BigInteger cells = BigInteger.ONE;
    for (CategoryDictionary dictionary : dictionaries) {
      cells = cells.multiply(BigInteger.valueOf(Math.max(1, dictionary.size())));
    }
    return cells
        .subtract(BigInteger.ONE)
        .multiply(BigInteger.valueOf(classCount()))
        .add(BigInteger.valueOf(classCount() - 1L));
  }

  @Override
  public Classifier<int[], CategoryColumns> withPriors(Priors priors) {
    double[] given = priors.inPlaceOf(classes(), priors());
    return new CategoricalNaiveBayes(features(), classes(), given, dictionaries, counts, alphas);
  }

  @Override
  public Scorer<int[], CategoryColumns> scorer() {
    return scorers.get(UnseenCategory.REFUSE);
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return FORMATS;
  }

  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    Scorer<?, ?> found =
        format.batches() == CategoryColumns.class ? scorers.get(format.unseen()) : null;
    return Formats.scorer(found, format, this, FORMATS);
  }

  @Override
  @SuppressWarnings("unchecked") // Rows of codes.
  public <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, FORMATS);
    return (Evidence<S>) new CategoryEvidence(this, format.unseen());
  }

  private AffineForm form() {
    int d = featureCount();
    FormBuilder builder = new FormBuilder(classCount(), Math.addExact(first[d], d));
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < d; j++) {
        double total = totals[c][j];
        int size = dictionaries.get(j).size();
        // Each feature before has one additional place.
        int at = first[j] + j;
        for (int v = 0; v < size; v++) {
          if (count(c, j, v) == 0 && total != 0) {
            // The finite part of log(α / n) is −log n.
            builder.weight(c, at + v, -StrictMath.log(total), 1);
          } else {
            builder.weight(c, at + v, logProbability(c, j, v));
          }
        }
        if (total == 0) {
          builder.weight(c, at + size, -StrictMath.log(size + 1));
        } else if (alphas[j] == 0) {
          builder.weight(c, at + size, -StrictMath.log(total), 1);
        } else {
          builder.weight(c, at + size, Shares.log(alphas[j], total));
        }
      }
    }
    builder.priors(priors());
    return builder.build(AffineForm.Base.ONE);
  }
}
