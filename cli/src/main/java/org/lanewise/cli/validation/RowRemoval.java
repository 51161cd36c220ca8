package org.lanewise.cli.validation;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.IndicatorRows;
import org.lanewise.cli.model.MixedForm;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.model.SpanRows;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.RowCopies;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.Recipe;
import org.lanewise.validation.Choice;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.Folds;
import org.lanewise.validation.LeaveOneOut;

/// Leaves each row of a file out of its fit, for any classifier.
///
/// @param kind the classifier
/// @param places the index of each row in the file
/// @param inputs what makes features of the file
/// @param labels the classes of the rows, with weights if they have any; every class has rows
/// @param rows the rows as the classifier takes them
/// @param wording the words for what the library refuses
/// @param copied the rows that are identical
/// @param span the rows in coordinates of their own space, if they are fitted there
public record RowRemoval(
    ClassifierKind kind,
    int[] places,
    Inputs inputs,
    Labels labels,
    RowBatch rows,
    FileWording wording,
    RowCopies copied,
    Optional<SpanRows> span) {

  /// Values in the covariances of all classes up to which several options are tried at once: each
  /// has several copies of them.
  private static final int MAX_AT_ONCE = 1 << 20;

  /// The folds in which rows are left out together, if there is no closed form.
  static final int FOLDS = 5;

  static final long SEED = 1;

  /// The rows of a file to leave out. Discriminants without rows that lack values, if the fit is
  /// without these, have the others.
  ///
  /// @param options what was asked for; how rows are read is taken from them
  /// @param together whether identical rows are left out together
  /// @throws DataException if they are not what the classifier takes
  public static RowRemoval of(
      ClassifierKind kind, FitOptions options, Table all, boolean together) {
    return of(kind, options, all, rows -> RowCopies.of(rows, together));
  }

  /// @param copies finds the identical rows
  static RowRemoval of(
      ClassifierKind kind, FitOptions options, Table all, Function<Table, RowCopies> copies) {
    kind.requireTakes(options.given().keySet());
    int[] complete = complete(kind, options, all);
    Table rows = complete.length < all.rowCount() ? all.select(complete) : all;
    Labels labels = FittedModel.ofClassesWithRows(rows.labels());
    if (labels.classCount() == 1) {
      throw FittedModel.oneClass(rows.file(), labels.name(0));
    }
    Inputs inputs = FittedModel.inputs(kind, options, rows);
    FileWording wording = new FileWording(rows, inputs, labels.classes());
    RowCopies copied = copies.apply(rows);
    try {
      RowBatch batch = kind.form(inputs).batch(inputs, rows);
      Optional<SpanRows> span = Optional.empty();
      if (options.hasIndicators()) {
        IndicatorRows indicators = IndicatorRows.of(batch);
        batch = indicators.columns(kind, options, labels);
        wording = wording.of(indicators.indicators());
      } else if (options.inSpan()) {
        SpanRows found = SpanRows.of(options, (NumericColumns) batch, labels);
        batch = found.rows();
        span = Optional.of(found);
      } else if (batch instanceof MixedColumns blocks) {
        int lacking = new MixedForm(inputs.types().orElseThrow()).lacking(options, blocks);
        if (lacking > 0) {
          String numbers = options.given().get(Parameter.NUMBERS);
          throw needsComplete(
              rows, lacking, "mixed-nb with --numbers " + numbers, "--numbers diagonal");
        }
      }
      return new RowRemoval(kind, complete, inputs, labels, batch, wording, copied, span);
    } catch (IllegalArgumentException e) {
      throw wording.refusal(e);
    }
  }

  /// The same; empty if rows lack values without which none can be left out.
  ///
  /// @throws DataException if they are not what the classifier takes
  public static Optional<RowRemoval> ofComplete(
      ClassifierKind kind, FitOptions options, Table all, boolean together) {
    try {
      return Optional.of(of(kind, options, all, together));
    } catch (IncompleteException e) {
      return Optional.empty();
    }
  }

  /// The refusal of rows that lack values.
  private static final class IncompleteException extends DataException {

    private static final long serialVersionUID = 1L;

    IncompleteException(String message) {
      super(message);
    }
  }

  /// The indices of the rows that a model is fitted to.
  private static int[] complete(ClassifierKind kind, FitOptions options, Table rows) {
    if (!kind.isOfScatters()) {
      return IntStream.range(0, rows.rowCount()).toArray();
    }
    BitSet lacking = IncompleteRows.lacking(rows, kind, options);
    if (!lacking.isEmpty() && options.incomplete() != IncompleteRows.Way.DROP) {
      throw needsComplete(rows, lacking.cardinality(), kind.id(), "--incomplete drop");
    }
    return IncompleteRows.others(rows, lacking);
  }

  private static DataException needsComplete(Table rows, int lacking, String what, String instead) {
    return new IncompleteException(
        "%s: leave-one-out of %s needs complete rows, and %s missing numbers; use %s; evaluate --folds K accepts such rows"
            .formatted(
                rows.file(), what, lacking == 1 ? "1 row has" : lacking + " rows have", instead));
  }

  /// A note if rows are left out of fits in which their copies stay.
  public Optional<String> note() {
    return copied.noteOfLeftOut();
  }

  /// The scores of rows by the models fitted without them.
  ///
  /// @param rows their indices in the file
  /// @param labels the classes of the rows
  /// @param scores their scores, with log p(x)
  /// @param leftOut how many rows had no such model, and are not among these
  public record LeftOut(int[] rows, Labels labels, Scores scores, int leftOut) {}

  /// The scores of rows that were left out, in the form in which models give them.
  ///
  /// @param hasDensity whether the model has a p(x)
  public LeftOut scores(LeaveOneOut result, boolean hasDensity, Optional<Decisions> decisions) {
    int[] predictions = result.predictions();
    int[] kept = IntStream.range(0, predictions.length).filter(i -> predictions[i] >= 0).toArray();
    int k = labels.classCount();
    double[] logPosteriors = new double[Math.multiplyExact(kept.length, k)];
    double[] logDensities = new double[hasDensity ? kept.length : 0];
    double[] logJoints = new double[hasDensity ? logPosteriors.length : 0];
    int[] actions = new int[decisions.isPresent() ? kept.length : 0];
    Optional<Decisions.Rule> rule = decisions.map(made -> made.rule(labels.classes()));
    double[] posterior = new double[k];
    for (int i = 0; i < kept.length; i++) {
      int row = kept[i];
      System.arraycopy(result.logPosterior(row), 0, logPosteriors, i * k, k);
      if (hasDensity) {
        logDensities[i] = result.logDensity(row);
        for (int c = 0; c < k; c++) {
          logJoints[i * k + c] = result.logJoint(row, c);
        }
      }
      if (rule.isPresent()) {
        for (int c = 0; c < k; c++) {
          posterior[c] = StrictMath.exp(logPosteriors[i * k + c]);
        }
        actions[i] = rule.get().decide(posterior, 0);
      }
    }
    Scores scores =
        new Scores(
            IntStream.of(kept).map(row -> predictions[row]).toArray(),
            logPosteriors,
            new double[0],
            logDensities,
            logJoints,
            new int[0],
            new double[0],
            actions,
            new double[0],
            new double[0],
            Optional.empty());
    int[] inFile = IntStream.of(kept).map(row -> places[row]).toArray();
    return new LeftOut(inFile, labels.select(kept), scores, result.leftOut());
  }

  /// Scores each row by the model fitted without it.
  ///
  /// @throws DataException if rows or options do not allow it
  public LeaveOneOut leaveOneOut(FitOptions options, EssentialRows essential) {
    try {
      return LeaveOneOut.of(recipe(options), rows, labels, essential, copied.identical());
    } catch (IllegalArgumentException e) {
      throw worded(e, essential);
    }
  }

  /// Chooses among options; several are tried at once, unless their covariances are large or they
  /// share decompositions.
  ///
  /// @param done takes the number of options that were tried
  /// @throws DataException if none of them gives a model
  public Choice<FitOptions> choose(
      List<FitOptions> candidates, EssentialRows essential, Workers workers, IntConsumer done) {
    long features = rows.featureCount();
    boolean isLarge =
        kind.isOfScatters() && labels.classCount() * features * features > MAX_AT_ONCE;
    AtomicInteger tried = new AtomicInteger();
    try {
      Function<FitOptions, LeaveOneOut> removal = removal(candidates, essential, workers);
      return Choice.among(
          candidates,
          options -> {
            try {
              LeaveOneOut result = removal.apply(options);
              return isTempered(options) ? result.tempered() : result;
            } catch (LanewiseException e) {
              throw new BadDataException(e, "%s", e.message(wording));
            } finally {
              done.accept(tried.incrementAndGet());
            }
          },
          isLarge || kind.sharesDecompositions() ? Workers.CALLER : workers);
    } catch (IllegalArgumentException e) {
      throw worded(e, essential);
    }
  }

  /// Whether options are compared at their best temperatures: the posteriors of many directions,
  /// and of tokens that overlap, are so certain that their log loss prefers bad labels.
  private boolean isTempered(FitOptions options) {
    return kind.isOfDirections() || options.given().containsKey(Parameter.TOKENS);
  }

  /// The temperature of the least log loss of rows that were left out of their fits.
  ///
  /// @throws DataException if rows or options allow none
  public TemperatureScaling temperature(
      FitOptions options, EssentialRows essential, Workers workers) {
    try {
      LeaveOneOut result = removal(List.of(options), essential, workers).apply(options);
      return TemperatureScaling.fit(result.logJoints(), labels);
    } catch (IllegalArgumentException e) {
      throw worded(e, essential);
    }
  }

  /// Rows left out of the fits of options, one by one or fold by fold.
  private Function<FitOptions, LeaveOneOut> removal(
      List<FitOptions> candidates, EssentialRows essential, Workers workers) {
    Map<FitOptions, Recipe<?>> recipes = new LinkedHashMap<>();
    candidates.forEach(options -> recipes.put(options, recipe(options)));
    List<Recipe<?>> all = List.copyOf(recipes.values());
    return (kind.isOfDirections()
            ? LeaveOneOut.ofFolds(
                all,
                (NumericColumns) rows,
                labels,
                Folds.stratified(labels, FOLDS, SEED, copied.identical()),
                workers)
            : LeaveOneOut.ofEach(all, rows, labels, essential, copied.identical(), workers))
        .compose(recipes::get);
  }

  private Recipe<?> recipe(FitOptions options) {
    return span.<Recipe<?>>map(found -> found.recipe(options))
        .orElseGet(() -> kind.recipe(options, inputs, rows, labels));
  }

  private DataException worded(IllegalArgumentException e, EssentialRows essential) {
    DataException refusal = wording.refusal(e);
    return essential == EssentialRows.REFUSE && refusal.getMessage().contains("leave such rows out")
        ? new DataException(
            refusal.getMessage() + "; to skip and count them, use --last-row skip", refusal)
        : refusal;
  }
}
