package org.lanewise.cli.resampling;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.LeaveOneOutOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.EmbeddingOptions;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;
import org.lanewise.validation.EssentialRows;
import picocli.CommandLine.Model.CommandSpec;

/// Options that choose training and test rows.
public final class ResamplingOptions implements Arguments.Group {

  private OptionalInt step = OptionalInt.empty();
  private Path test;
  private Path testLabels;

  /// Cross-validation.
  public final FoldOptions folds = new FoldOptions(OptionalInt.empty());

  /// Rows that are predicted before they are learned.
  public final PrequentialOptions prequential = new PrequentialOptions();

  private boolean leaveOneOut;
  private final LeaveOneOutOptions leftOut = new LeaveOneOutOptions();

  @Override
  public void addTo(Arguments arguments) {
    command = arguments.spec();
    arguments.value(
        "--split",
        "every:N",
        "every:N with N of 2 or more",
        Arguments::step,
        value -> step = OptionalInt.of(value),
        "Test on the rows i (from 0) with i mod N = N - 1, train on the others.");
    arguments.dataFile(
        "--test",
        "FILE",
        value -> test = value,
        "Train on all rows of --data, test on those of this file.");
    arguments.file(
        "--test-labels",
        "FILE",
        value -> testLabels = value,
        "With embeddings as --test: a text file with the label of each row, one a line.");
    arguments.add(folds);
    arguments.add(prequential);
    arguments.flag(
        "--leave-one-out",
        () -> leaveOneOut = true,
        "Test each row on the model fitted without it, in closed form instead of by refits."
            + " Intensities, lambda, gamma, alpha and categories are those of all rows, so that a"
            + " category without another row counts as with --unseen smoothed.");
    arguments.add(leftOut);
  }

  private CommandSpec command;

  /// Whether any of these options was given.
  public boolean areGiven() {
    return ways() > 0
        || folds.areGiven()
        || prequential.areGiven()
        || folds.copies.isGiven()
        || testLabels != null
        || leftOut.areGiven();
  }

  private long ways() {
    return Stream.of(
            step.isPresent(), test != null, folds.areAsked(), prequential.areAsked(), leaveOneOut)
        .filter(is -> is)
        .count();
  }

  /// Checks what was given, before any work.
  ///
  /// @throws UsageException if the options contradict each other, or none was given
  public void check(DataOptions data) {
    folds.check(data);
    prequential.check();
    if (ways() != 1) {
      throw new UsageException(
          (ways() == 0 ? "missing test rows" : "test rows are given in %d ways".formatted(ways()))
              + "; use one of --split every:N, --test FILE, --folds K, --prequential and"
              + " --leave-one-out");
    }
    boolean areEmbeddings = test != null && RowQuery.isEmbeddings(test);
    if (areEmbeddings != (testLabels != null)) {
      throw new UsageException(
          areEmbeddings
              ? "%s holds no labels; give one for each row with --test-labels FILE".formatted(test)
              : "--test-labels applies to embeddings: --test with a name that ends in .npy, .f16 or"
                  + " .f32");
    }
    if (leftOut.areGiven() && !leaveOneOut) {
      throw new UsageException("--last-row needs --leave-one-out");
    }
    if (folds.copies.isGiven() && !leaveOneOut && !folds.areAsked()) {
      throw new UsageException("--copies needs --leave-one-out or --folds K");
    }
  }

  /// Returns the treatment of rows that no model can do without; none without leave-one-out.
  public Optional<EssentialRows> leaveOneOut() {
    return leaveOneOut ? Optional.of(leftOut.essential()) : Optional.empty();
  }

  /// The file of test rows, if they are in one of their own.
  public Optional<Path> testFile() {
    return Optional.ofNullable(test);
  }

  /// The parts of rows that are not left out one by one; reads the file of test rows.
  ///
  /// @throws DataException if that is refused, or a part has no rows
  public Parts parts(
      Table rows, DataOptions data, ReadOptions readOptions, Workers workers, Progress progress) {
    if (folds.areAsked()) {
      return Parts.folds(rows, folds.folds(rows, data, readOptions, workers, progress));
    }
    if (test == null) {
      return Parts.every(rows, step.getAsInt());
    }
    try (DataReader reader =
        DataOptions.requireOther(
            command,
            DataReader.openLike(
                rows.schema(),
                DataReader.NO_FEATURE_LIMIT,
                test,
                readOptions.withEmbeddings(
                    new EmbeddingOptions(OptionalInt.empty(), Optional.ofNullable(testLabels))),
                LabelUse.REQUIRED,
                progress.reading(StandardInput.shortNameOf(test))::share))) {
      reader.noteTo(progress::note);
      Table tests = reader.all(workers);
      if (rows.features() instanceof SparseFeatures few
          && tests.features() instanceof SparseFeatures more
          && more.featureCount() > few.featureCount()) {
        progress.note(
            "the indices of %s go up to %d and those of the training rows up to %d; the features without training rows count as 0 in them"
                .formatted(test, more.featureCount() - 1, few.featureCount() - 1));
      }
      return Parts.ofFiles(rows, tests);
    }
  }
}
