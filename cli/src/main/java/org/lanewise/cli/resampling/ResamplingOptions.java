package org.lanewise.cli.resampling;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.LeaveOneOutOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.EmbeddingOptions;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;
import org.lanewise.validation.EssentialRows;

/// Options that say which rows train and which test.
public final class ResamplingOptions implements Arguments.Group {

  private String split;
  private Path test;
  private Path testLabels;
  private String folds;
  private boolean stratified;
  private boolean leaveOneOut;
  private final LeaveOneOutOptions leftOut = new LeaveOneOutOptions();

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--split",
        "every:N",
        value -> split = value,
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
    arguments.text(
        "--folds",
        "K",
        value -> folds = value,
        "Cross-validation: row i is a test row of fold i mod K; results of the K folds are"
            + " pooled.");
    arguments.flag(
        "--stratified",
        () -> stratified = true,
        "With --folds: the i-th row of each class is a test row of fold i mod K, so that folds have"
            + " equal shares of the classes.");
    arguments.flag(
        "--leave-one-out",
        () -> leaveOneOut = true,
        "Test each row on the model fitted without it, in closed form instead of by refits."
            + " Intensities, lambda, gamma and alpha are those of all rows.");
    arguments.add(leftOut);
  }

  private int step;
  private int foldCount;
  private EssentialRows essential;
  private Optional<Path> written = Optional.empty();

  /// Whether something was said.
  public boolean areGiven() {
    return ways() > 0 || stratified || testLabels != null || leftOut.areGiven();
  }

  private long ways() {
    return Stream.of(split, test, folds).filter(Objects::nonNull).count() + (leaveOneOut ? 1 : 0);
  }

  /// Reads what was given, before any work.
  ///
  /// @throws UsageException if it makes no sense, or says nothing
  public void read() {
    step = split == null ? 0 : parse("--split", split, "every:([0-9]+)", "every:N with N");
    foldCount = folds == null ? 0 : parse("--folds", folds, "([0-9]+)", "a number");
    if (ways() != 1) {
      throw new UsageException(
          "missing test rows; use one of --split every:N, --test FILE, --folds K and"
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
    essential = leftOut.essential();
    if (leftOut.areGiven() && !leaveOneOut) {
      throw new UsageException("--last-row needs --leave-one-out");
    }
    if (stratified && folds == null) {
      throw new UsageException("--stratified needs --folds K");
    }
  }

  /// Whether several models are fitted, each to some of the rows.
  public boolean isFolds() {
    return folds != null;
  }

  /// Returns the treatment of rows that no model can do without; none without leave-one-out.
  public Optional<EssentialRows> leaveOneOut() {
    return leaveOneOut ? Optional.of(essential) : Optional.empty();
  }

  /// The file of test rows, if they are in one of their own.
  public Optional<Path> testFile() {
    return Optional.ofNullable(test);
  }

  /// Refuses to write to the file of test rows: now, or where it is opened and it is known what a
  /// pattern reads.
  public void requireOther(Path out) {
    written = Optional.of(out);
    testFile().ifPresent(file -> OutputFile.requireOther(out, file));
    Optional.ofNullable(testLabels).ifPresent(file -> OutputFile.requireOther(out, file));
  }

  /// The parts of rows that are not left out one by one; reads the file of test rows.
  ///
  /// @throws DataException if that is refused, or a part has no rows
  public Parts parts(Table rows, ReadOptions readOptions, Workers workers, Progress progress) {
    if (test == null) {
      return foldCount > 0 ? Parts.folds(rows, foldCount, stratified) : Parts.every(rows, step);
    }
    try (DataReader reader =
        DataOptions.requireOther(
            written,
            DataReader.openLike(
                rows.schema(),
                DataReader.NO_FEATURE_LIMIT,
                test,
                readOptions.withEmbeddings(
                    new EmbeddingOptions(OptionalInt.empty(), Optional.ofNullable(testLabels))),
                LabelUse.REQUIRED,
                progress.reading(StandardInput.shortNameOf(test))::share))) {
      reader.noteTo(progress::note);
      return Parts.ofFiles(rows, reader.all(workers));
    }
  }

  /// The number in an option's value, which has to be at least 1.
  private static int parse(String option, String given, String pattern, String expected) {
    if (given.matches(pattern)) {
      String digits = given.replaceFirst(pattern, "$1").replaceFirst("^0+", "");
      if (!digits.isEmpty() && digits.length() <= 9) {
        return Integer.parseInt(digits);
      }
    }
    throw new UsageException(
        "invalid value '%s' for %s; expected %s of 2 or more".formatted(given, option, expected));
  }
}
