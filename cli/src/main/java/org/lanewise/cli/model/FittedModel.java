package org.lanewise.cli.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.data.Wording;
import org.lanewise.data.Workers;
import org.lanewise.inference.ClassSets;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.TestRows;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.score.Temperature;
import org.lanewise.statistics.Statistics;

/// A classifier with what the rows of a file need to be scored by it.
///
/// @param kind what it is
/// @param classifier the model, which knows its classes and features by name
/// @param inputs what makes its features of a file
/// @param options how it was fitted: the options that were given, with their texts
/// @param training what else is known of its fit
/// @param incomplete what the fit made of rows with missing values; none where none could be
///   missing, or the model is not one of normal classes
public record FittedModel(
    ClassifierKind kind,
    Classifier<?, ?> classifier,
    Inputs inputs,
    Map<Parameter, String> options,
    Training training,
    Optional<IncompleteRows> incomplete) {

  /// A covariance that a smaller ridge makes regular is zero.
  private static final double MAX_RIDGE_OF_ZERO = 1e-300;

  private static final int MAX_CHUNK_ROWS = 1 << 16;
  private static final int MIN_CHUNK_ROWS = 1 << 4;
  private static final int CHUNK_VALUES = 1 << 22;

  /// Copies the options.
  public FittedModel {
    options = new FitOptions(options).given();
  }

  /// Fits a classifier.
  ///
  /// @param training rows with labels
  /// @throws DataException if the rows or options do not allow it
  public static FittedModel fit(
      ClassifierKind kind, FitOptions options, Table training, Workers workers) {
    return fit(kind, options, training, training, workers);
  }

  /// Fits a classifier to some rows of a file.
  ///
  /// @param training rows with labels
  /// @param all the rows by whose cells the types of columns are guessed
  /// @throws DataException if the rows or options do not allow it
  public static FittedModel fit(
      ClassifierKind kind, FitOptions options, Table training, Table all, Workers workers) {
    kind.requireTakes(options.given().keySet());
    Labels labels = ofClassesWithRows(training.labels());
    if (labels.classCount() == 1) {
      throw oneClass(training.file(), labels.name(0));
    }
    if (options.given().containsKey(Parameter.SCALES) && !options.regularizes()) {
      throw new DataException("--scales needs --shrinkage, --ridge, --reg or --choose");
    }
    Inputs inputs = inputs(kind, options, training, all);
    try {
      RowsFit fit = RowsFit.of(kind, options, inputs, training, labels, workers);
      return of(kind, fit.model(), inputs, options, Training.rowsOf(fit.labels()), fit.rows());
    } catch (IllegalArgumentException e) {
      long leftOut =
          options.incomplete() == IncompleteRows.Way.DROP
              ? IncompleteRows.lacking(training, inputs).cardinality()
              : 0;
      throw refusal(kind, new FileWording(training, inputs, labels.classes()), leftOut, e);
    }
  }

  /// Fits a classifier to statistics that were gathered for it.
  ///
  /// @param classRows of how many rows of each class; none if they had weights
  /// @param incomplete what became of rows that lack values, if that is known
  /// @throws IllegalArgumentException if the statistics or options do not allow it
  public static FittedModel fit(
      ClassifierKind kind,
      FitOptions options,
      Inputs inputs,
      Statistics statistics,
      List<Long> classRows,
      Optional<IncompleteRows> incomplete) {
    Classifier<?, ?> model = kind.recipe(options, inputs, statistics).fit(statistics);
    return of(kind, model, inputs, options, classRows, incomplete);
  }

  /// Refuses rows that a classifier cannot learn from, whatever the others are: bits and counts
  /// that are none. Of messages nothing can be said without the words of all.
  ///
  /// @throws DataException at the first of them
  public static void requireUsable(ClassifierKind kind, FitOptions options, Table rows) {
    if (kind.isOfBitsOrCounts() && !(rows.features() instanceof MessageFeatures)) {
      Inputs inputs =
          rows.schema().isSparse()
              ? Inputs.of(
                  rows, options.binarize(), options.missing(), options.unseen(), options.text())
              : Inputs.ofNumbers(rows.schema(), options.binarize(), options.missing());
      // Only whether they can be made counts.
      Object unused = kind.form(inputs).batch(inputs, rows);
    }
  }

  /// The number of features of a classifier that is fitted to these rows, or of its indicator
  /// columns and numbers.
  ///
  /// @throws DataException if they have no features
  public static int featureCount(ClassifierKind kind, FitOptions options, Table training) {
    Inputs inputs = inputs(kind, options, training);
    int count = inputs.features().count();
    if (options.hasIndicators()) {
      for (List<String> categories : inputs.categoryNames()) {
        count += categories.size() - 2;
      }
    }
    return count;
  }

  /// The inputs of a classifier that is fitted to these rows.
  ///
  /// @throws DataException if they have no features
  public static Inputs inputs(ClassifierKind kind, FitOptions options, Table training) {
    return inputs(kind, options, training, training);
  }

  private static Inputs inputs(ClassifierKind kind, FitOptions options, Table training, Table all) {
    return kind.hasBlocks() || options.hasIndicators()
        ? Inputs.of(
            training, options.types(all), options.missing(), options.unseen(), options.text())
        : Inputs.of(
            training, options.binarize(), options.missing(), options.unseen(), options.text());
  }

  /// Why no model could be fitted, and what may help.
  ///
  /// @param leftOut how many rows were left out, as they lack values
  public static DataException refusal(
      ClassifierKind kind, FileWording wording, long leftOut, IllegalArgumentException e) {
    DataException refusal = wording.refusal(e);
    Schema schema = wording.inputs().schema();
    String more =
        e instanceof SingularCovarianceException singular
            ? kind.regularization(
                singular.smallestRidge() < MAX_RIDGE_OF_ZERO,
                !schema.isSparse() && !schema.text().exists())
            : "";
    if (leftOut > 0) {
      more += "; left out rows with missing values: %d".formatted(leftOut);
    }
    return more.isEmpty() ? refusal : new DataException(refusal.getMessage() + more, refusal);
  }

  /// A model that was fitted with these options.
  ///
  /// @param classRows how many rows of each class it was fitted from; none if they had weights
  public static FittedModel of(
      ClassifierKind kind,
      Classifier<?, ?> model,
      Inputs inputs,
      FitOptions options,
      List<Long> classRows,
      Optional<IncompleteRows> incomplete) {
    return new FittedModel(
        kind,
        model,
        inputs,
        options.given(),
        new Training(classRows, intensities(model, options.discriminant().shrinkage())),
        incomplete);
  }

  /// The same model with what was chosen for it.
  public FittedModel withChosen(Training.Chosen chosen) {
    return with(inputs, training.withChosen(chosen));
  }

  /// The same model with what a file keeps of rows.
  public FittedModel withKept(
      Optional<DensityRanks> ranks,
      Optional<RelativeMahalanobis.Reference> reference,
      Optional<ClassSets> sets,
      Optional<TestRows> testRows) {
    return with(
        inputs,
        new Training(
            training.classRows(),
            training.shrinkageIntensities(),
            training.chosen(),
            ranks,
            reference,
            sets,
            testRows));
  }

  /// Some of these rows and what the model says of them: complete ones, spread over all of them.
  ///
  /// @throws DataException if no row is complete
  public TestRows testRows(Table rows, int most) {
    return RowsToTest.of(this, rows, most);
  }

  /// The rows of a file as the scorer of this model takes them.
  RowBatch batch(Table rows) {
    return kind.form(inputs).batch(inputs, rows);
  }

  /// The rows of a file that lack a value by which a discriminant is fitted.
  public BitSet lacking(Table rows) {
    return IncompleteRows.lacking(rows, inputs);
  }

  private FittedModel with(Classifier<?, ?> changed) {
    return new FittedModel(kind, changed, inputs, options, training, incomplete);
  }

  private FittedModel with(Inputs changed, Training known) {
    return new FittedModel(kind, classifier, changed, options, known, incomplete);
  }

  /// The refusal of rows to learn from that are all of one class.
  public static DataException oneClass(String file, String name) {
    return new DataException(
        "%s has only one class, '%s', in the training rows; expected two or more"
            .formatted(file, name));
  }

  /// These labels without the classes that no row has, as it is in a part of a file: nothing can be
  /// learned of them.
  public static Labels ofClassesWithRows(Labels labels) {
    long[] counts = labels.counts();
    if (LongStream.of(counts).allMatch(count -> count > 0)) {
      return labels;
    }
    Classes all = labels.classes();
    Classes met =
        Classes.sorted(
            IntStream.range(0, counts.length)
                .filter(c -> counts[c] > 0)
                .mapToObj(all::name)
                .toList());
    int[] indices = labels.toArray();
    int[] to = all.indicesIn(met);
    Arrays.setAll(indices, row -> to[indices[row]]);
    Labels renumbered = Labels.ofIndices(indices, met);
    return labels.areWeighted() ? renumbered.withWeights(labels.weights()) : renumbered;
  }

  /// Returns the shrinkage intensities of the covariances.
  private static List<Double> intensities(Classifier<?, ?> model, Shrinkage shrinkage) {
    return switch (shrinkage.kind()) {
      case NONE, TO_IDENTITY, RIDGE -> List.of();
      case FIXED -> list(shrinkage.intensities());
      default ->
          ClassifierKind.ofNumbers(model).blocks().stream()
              .filter(GaussianClassifier.class::isInstance)
              .flatMap(block -> list(((GaussianClassifier) block).shrinkageIntensities()).stream())
              .toList();
    };
  }

  private static List<Double> list(double[] numbers) {
    return DoubleStream.of(numbers).boxed().toList();
  }

  /// The name of the kind: that on the command line, or that in descriptions if the command does
  /// not fit such models.
  public String kindName() {
    return kind == ClassifierKind.GIVEN
        ? ClassifierKind.ofNumbers(classifier).describe().kind()
        : kind.id();
  }

  /// The classifier without its temperature, if it has one.
  public Classifier<?, ?> uncalibrated() {
    return classifier.bare();
  }

  /// The temperature of its posteriors, if it has one.
  public OptionalDouble temperature() {
    return classifier instanceof CalibratedClassifier<?, ?> calibrated
        ? OptionalDouble.of(calibrated.temperature().value())
        : OptionalDouble.empty();
  }

  /// The same model with a temperature.
  public FittedModel withTemperature(Temperature temperature) {
    return with(CalibratedClassifier.of(classifier, temperature));
  }

  /// The index of the first feature in sparse lines, 0 or 1; 0 if rows are none.
  public int firstIndex() {
    return inputs.schema().firstIndex();
  }

  /// The classes, in the order of their indices.
  public Classes classes() {
    return classifier.classes();
  }

  /// How many rows are best scored at once where a number of each class is kept of them: few enough
  /// that these take little memory.
  public int chunkRows() {
    return chunkRows(classifier.classCount());
  }

  /// The same where so many numbers are kept of each row.
  public int chunkRows(int values) {
    return Math.clamp(CHUNK_VALUES / Math.max(1, values), MIN_CHUNK_ROWS, MAX_CHUNK_ROWS);
  }

  /// The same model with another treatment of categories that were not learned.
  ///
  /// @throws DataException if it has no categories
  public FittedModel withUnseen(UnseenCategory unseen) {
    if (uncalibrated() instanceof IndicatorClassifier of) {
      if (unseen == UnseenCategory.SMOOTHED) {
        throw new DataException(
            "--unseen smoothed does not apply to indicators; use error or ignore");
      }
      if (unseen == UnseenCategory.IGNORE && !of.model().takes(RowFormat.NUMBERS_WITH_MISSING)) {
        throw new DataException(
            "--unseen ignore: the model of the indicators needs complete rows; use error");
      }
    }
    return with(inputs.withUnseen(unseen), training);
  }

  /// Whether the model accepts missing values.
  public boolean takesMissing() {
    return kind.takes(Parameter.MISSING) && !transforms();
  }

  /// The free parameters of the model; those of a discriminant of all features if it was fitted in
  /// the space of its rows.
  public long freeParameters() {
    if (!transforms() || options.containsKey(Parameter.TRANSFORM)) {
      return classifier.freeParameters();
    }
    long d = classifier.featureCount();
    long k = classifier.classCount();
    return k * d + d * (d + 1) / 2 + k - 1;
  }

  private boolean transforms() {
    Classifier<?, ?> bare = uncalibrated();
    return (bare instanceof IndicatorClassifier of ? of.model() : bare)
        instanceof TransformedClassifier;
  }

  /// The same model with another text for missing values.
  ///
  /// @throws DataException if it takes none
  public FittedModel withMissing(String text) {
    if (transforms()) {
      throw new DataException("--missing: the model transforms its rows, which must be complete");
    }
    if (!takesMissing()) {
      throw new DataException(
          "--missing does not apply to a model of %s; expected one of %s"
              .formatted(kindName(), ClassifierKind.namesTaking(Parameter.MISSING)));
    }
    return with(inputs.withMissing(text), training);
  }

  /// The same model with other class priors.
  ///
  /// @throws DataException if it has none, or these are not for its classes
  public FittedModel withPriors(Priors priors) {
    requirePriors();
    try {
      return with(classifier.withPriors(priors));
    } catch (BadOptionException e) {
      throw new DataException(
          "--priors: " + e.message(Wording.of(classifier.features(), classes())), e);
    }
  }

  /// Refuses a model without class priors.
  ///
  /// @throws DataException if it has none
  public void requirePriors() {
    if (!kind.takes(Parameter.PRIORS)) {
      throw new DataException(
          "--priors does not apply to a model of %s, which has no class priors"
              .formatted(kindName()));
    }
  }

  /// Refuses a model without a log p(x).
  ///
  /// @param what what needs it
  /// @throws DataException if it has none
  public void requireDensity(String what) {
    if (!classifier.hasDensity()) {
      throw new DataException(
          "%s does not apply to a model of %s, which has no p(row)".formatted(what, kindName()));
    }
  }

  /// Scores rows; log p(x) only if the model has it.
  ///
  /// @throws DataException if the rows are not what the model takes
  public Scores score(Table rows, PredictionRequest asked, Workers workers) {
    return inFile(
        rows,
        batch -> {
          Scores scores = batch.score(asked, workers);
          asked
              .unknown()
              .ifPresent(test ->
                  markUnknown(
                      scores.actions(),
                      test,
                      test.distances(inputs, rows),
                      asked.decisions().orElseThrow().actions().size() - 1));
          return scores.with(
              asked.typicality().map(of -> of.apply(inputs, rows)).orElse(scores.pValues()),
              asked
                  .sets()
                  .filter(of -> !of.model().equals(classifier))
                  .map(of -> of.rule().of(with(of.model()).logJoints(rows)))
                  .orElse(scores.sets()),
              asked
                  .explaining()
                  .map(why -> why.explain(inputs, rows, scores.labels(), scores.others())));
        });
  }

  /// Sets the action of unknown rows, which is the last one.
  private static void markUnknown(
      int[] actions, PredictionRequest.Unknown test, double[] distances, int last) {
    for (int row = 0; row < actions.length; row++) {
      if (test.rejects(distances[row])) {
        actions[row] = last;
      }
    }
  }

  /// Returns how far each row is from the classes.
  ///
  /// @throws DataException if the rows are not what the model takes
  public double[] distances(Table rows, PredictionRequest.Unknown test) {
    return inFile(rows, _ -> test.distances(inputs, rows));
  }

  /// log p(x, c) of every row and class, at `row·k + c`, without the temperature.
  ///
  /// @throws DataException if the rows are not what the model takes
  public double[] logJoints(Table rows) {
    return with(uncalibrated()).inFile(rows, Batch::logJoints);
  }

  /// The kernel tier that runs.
  public String kernels() {
    return classifier.scorer().kernels();
  }

  private <R, B extends RowBatch> Batch<B> batch(Form<R, B> form, Table rows) {
    return new Batch<>(
        classifier, classifier.scorer(form.format(inputs)), form.batch(inputs, rows));
  }

  /// Does something with the rows of a file.
  ///
  /// @throws DataException if they are not what the classifier takes, or the work refuses one
  public <T> T inFile(Table rows, Function<Batch<?>, T> work) {
    try {
      return work.apply(batch(kind.form(inputs), rows));
    } catch (LanewiseException e) {
      throw new FileWording(rows, inputs, classes()).refusal(e);
    }
  }
}
