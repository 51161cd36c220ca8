package org.lanewise.cli.report;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.validation.CrossValidation;

/// Warnings about input that a fit accepts but that is usually a mistake: measurements or row
/// identifiers used as classes or categories.
public final class Warnings {

  /// Fewer different values are no reason to warn: marks and sizes are few.
  private static final int FEW = 10;

  /// A value that so few rows have on average is hardly a class.
  private static final int ROWS_OF_A_CLASS = 10;

  /// From so many features on a covariance takes long.
  private static final int MANY = 2000;

  /// Log losses that differ relatively by less are the same.
  private static final double ROUNDING = 1e-9;

  /// A separator of thousands.
  private static final Pattern THOUSANDS = Pattern.compile("(?<=[0-9])[.,](?=[0-9]{3}([.,]|$))");

  /// Texts that are hardly ever a class or a category.
  private static final Pattern LIKE_MISSING = Pattern.compile("(?i)#?n/?a|nan|null|\\?");

  private static final String MEASUREMENT = "a measurement";
  private static final String IDENTIFIER = "an identifier";

  private Warnings() {}

  /// A sentence for each warning, none where all looks well; of several columns of categories one
  /// sentence is for all.
  ///
  /// @param schema the columns
  /// @param classes the different labels of the rows
  /// @param categories the categories of each feature, none where features are no categories
  /// @param rows how many rows there are
  public static List<String> of(
      Schema schema, List<String> classes, List<List<String>> categories, long rows) {
    List<String> warnings = new ArrayList<>();
    String what = looksLike(classes, rows);
    if (!what.isEmpty()) {
      warnings.add(
          "%s looks like %s: it has %d different values in %d rows, such as '%s', and each becomes a class; %s"
              .formatted(
                  label(schema),
                  what,
                  classes.size(),
                  rows,
                  classes.getFirst(),
                  schema.isSparse()
                      ? "expected names of classes"
                      : "use --label to name the class column"));
    }
    ofAlike(classes).ifPresent(warnings::add);
    classes.stream()
        .filter(name -> LIKE_MISSING.matcher(name).matches())
        .findFirst()
        .ifPresent(name ->
            warnings.add(
                "the label '%s' looks like a missing value, but is a class; to leave its rows out, use --missing or empty cells"
                    .formatted(name)));
    addCategories(schema, categories, rows, warnings);
    addFirst(schema, categories, Warnings::missing, warnings);
    addFirst(
        schema,
        categories,
        names ->
            alike(names).map(found -> "has the categories %s, which look alike".formatted(found)),
        warnings);
    return warnings;
  }

  /// Tells of the first feature whose categories need a warning.
  private static void addFirst(
      Schema schema,
      List<List<String>> dictionaries,
      Function<List<String>, Optional<String>> warning,
      List<String> warnings) {
    for (int feature = 0; feature < dictionaries.size(); feature++) {
      Optional<String> found = warning.apply(dictionaries.get(feature));
      if (found.isPresent()) {
        warnings.add(schema.describe(feature) + " " + found.get());
        return;
      }
    }
  }

  /// Tells of a category that looks like a missing value, unless others are numbers, which the
  /// types of columns tell of.
  private static Optional<String> missing(List<String> names) {
    return names.stream()
        .filter(name -> LIKE_MISSING.matcher(name).matches())
        .findFirst()
        .filter(_ -> names.stream().noneMatch(Warnings::isNumber))
        .map(
            "has the category '%s', which looks like a missing value; use --missing if it is one"
                ::formatted);
  }

  /// A sentence about two labels that differ only in how they are written.
  public static Optional<String> ofAlike(List<String> classes) {
    return alike(classes)
        .map(
            "the labels %s look alike, but each is a class; write them in the same way"::formatted);
  }

  /// Two names that differ only in how they are written: in capitals, in the digits of the same
  /// number, or in ways that do not show, such as the Unicode form of a letter, or a blank or a
  /// mark without width.
  private static Optional<String> alike(List<String> classes) {
    Map<String, String> known = new HashMap<>();
    for (String name : classes) {
      boolean isPlain = name.chars().allMatch(Warnings::isPlain);
      String letters = isPlain ? name : Normalizer.normalize(name, Normalizer.Form.NFC);
      String visible =
          isPlain
              ? name
              : letters.replaceAll("[\\p{Z}\\s]+", " ").replaceAll("[\\p{Cf}\\p{Cc}]", "").strip();
      double number = ColumnTypes.number(visible);
      String read =
          Double.isFinite(number)
              ? Double.toString(number + 0.0)
              : visible.toLowerCase(Locale.ROOT);
      String other = known.put(read, name);
      if (other != null) {
        return Optional.of("'%s' and '%s'".formatted(escaped(other), escaped(name)));
      }
    }
    return Optional.empty();
  }

  private static String escaped(String name) {
    return name.chars()
        .mapToObj(c -> isPlain(c) ? Character.toString(c) : "\\u%04x".formatted(c))
        .collect(Collectors.joining());
  }

  private static boolean isPlain(int c) {
    return c >= ' ' && c <= '~';
  }

  /// The columns of a table that tell nothing about other rows: empty ones, texts that differ in
  /// more than half of the rows, and the numbers from 0 or 1 on in the order of the rows.
  public static int[] identifiers(Table rows) {
    return switch (rows.features()) {
      case CategoryFeatures cells ->
          IntStream.range(0, cells.dictionaries().size())
              .filter(feature -> {
                List<String> names = cells.dictionaries().get(feature);
                int[] codes = cells.codes()[feature];
                long known = IntStream.of(codes).filter(code -> code >= 0).count();
                return known == 0
                    || looksLike(names, known).equals(IDENTIFIER)
                        && names.stream().filter(name -> !isNumber(name)).count() > FEW
                    || isCount(
                        row ->
                            codes[row] < 0 ? Double.NaN : FitOptions.parse(names.get(codes[row])),
                        rows.rowCount());
              })
              .toArray();
      case NumberFeatures numbers ->
          IntStream.range(0, numbers.columns().length)
              .filter(feature -> isCount(row -> numbers.columns()[feature][row], rows.rowCount()))
              .toArray();
      default -> new int[0];
    };
  }

  /// Sentences about columns of numbers with signs, such as those of per cent.
  ///
  /// @param features the columns that may be such
  public static Stream<String> ofSigns(Table rows, int... features) {
    return rows.features() instanceof CategoryFeatures cells
        ? IntStream.of(features)
            .mapToObj(feature ->
                ColumnTypes.ofSigns(
                    rows.schema().describe(feature), cells.dictionaries().get(feature)))
            .flatMap(Optional::stream)
        : Stream.empty();
  }

  private static boolean isNumber(String text) {
    return !Double.isNaN(number(text));
  }

  /// A number with a decimal point or comma, and perhaps thousands separators; NaN for other texts.
  private static double number(String text) {
    double plain = FitOptions.parse(text.replace(',', '.'));
    return Double.isNaN(plain)
        ? FitOptions.parse(THOUSANDS.matcher(text).replaceAll("").replace(',', '.'))
        : plain;
  }

  private static boolean isCount(IntToDoubleFunction values, int rows) {
    double first = rows > FEW ? values.applyAsDouble(0) : Double.NaN;
    return (first == 0 || first == 1)
        && IntStream.range(0, rows).allMatch(row -> values.applyAsDouble(row) == first + row);
  }

  private static void addCategories(
      Schema schema, List<List<String>> dictionaries, long rows, List<String> warnings) {
    int first = -1;
    int count = 0;
    for (int feature = 0; feature < dictionaries.size(); feature++) {
      if (!looksLike(dictionaries.get(feature), rows).isEmpty()) {
        first = count == 0 ? feature : first;
        count++;
      }
    }
    if (count > 0) {
      List<String> names = dictionaries.get(first);
      warnings.add(
          "%s looks like %s: it has %d different categories in %d rows, such as '%s'%s; use --drop to leave columns out"
              .formatted(
                  schema.describe(first),
                  looksLike(names, rows),
                  names.size(),
                  rows,
                  names.getFirst(),
                  switch (count) {
                    case 1 -> "";
                    case 2 -> ", and so does 1 more column";
                    default -> ", and so do %d more columns".formatted(count - 1);
                  }));
    }
  }

  /// The warnings about the rows that statistics were gathered from.
  public static List<String> of(Gathered gathered) {
    List<String> sentences =
        new ArrayList<>(
            of(
                gathered.inputs().schema(),
                gathered.classes().names(),
                gathered.inputs().types().isPresent()
                    ? List.of()
                    : gathered.inputs().categoryNames(),
                gathered.rowCount()));
    gathered
        .usedPlaces()
        .ifPresent(used -> sentences.add(sharedPlaces(used, gathered.inputs().features().count())));
    return sentences;
  }

  /// Features at random places share theirs about as often as a place is used.
  private static String sharedPlaces(long used, long places) {
    return "the hash uses %d of %d places, so about %.1f %% of the features share theirs with another; a larger --hash has fewer collisions"
        .formatted(used, places, 100.0 * used / places);
  }

  /// The warnings about rows to learn from.
  public static List<String> of(Table rows) {
    return of(
        rows.schema(),
        rows.labels().classes().names(),
        rows.features() instanceof CategoryFeatures found ? found.dictionaries() : List.of(),
        rows.rowCount());
  }

  /// Sentences about rows to learn from by a classifier: warnings, and the types of columns that it
  /// guessed.
  ///
  /// @throws org.lanewise.cli.table.DataException if invalid types were asked for
  public static List<String> of(Table rows, ClassifierKind kind, FitOptions options) {
    if (!kind.hasBlocks() && !options.hasIndicators()) {
      List<String> sentences = new ArrayList<>(of(rows));
      if (rows.features() instanceof MessageFeatures messages && options.text().isHashed()) {
        SparseRows counts = options.text().vocabulary(List.of()).counts(messages.messages());
        BitSet used = new BitSet();
        SparseRow row = new SparseRow();
        for (int i = 0; i < counts.rowCount(); i++) {
          counts.row(i, row);
          IntStream.range(row.from(), row.to()).forEach(at -> used.set(row.indices()[at]));
        }
        sentences.add(sharedPlaces(used.cardinality(), counts.featureCount()));
      }
      if (kind.isOfScatters() && !options.inSpan()) {
        ofSize(kind, FittedModel.inputs(kind, options, rows).features().count())
            .ifPresent(sentences::add);
      }
      return sentences;
    }
    ColumnTypes types = options.types(rows);
    List<List<String>> categories = new ArrayList<>();
    for (int feature = 0; feature < types.types().size(); feature++) {
      boolean category = types.types().get(feature) == ColumnType.CATEGORY;
      categories.add(
          category ? ((CategoryFeatures) rows.features()).dictionaries().get(feature) : List.of());
    }
    List<String> sentences = new ArrayList<>();
    if (options.hasIndicators()) {
      ofSize(kind, FittedModel.featureCount(kind, options, rows)).ifPresent(sentences::add);
    }
    sentences.add(
        "column types: %s; to change one, use --column NAME=TYPE"
            .formatted(typesOf(rows, options)));
    sentences.addAll(types.warnings(rows, options.missing()));
    if (options.missing().isEmpty() && !options.hasIndicators()) {
      addEmpty(rows, types, sentences);
    }
    sentences.addAll(
        of(rows.schema(), rows.labels().classes().names(), categories, rows.rowCount()));
    return sentences;
  }

  /// The columns of each type, for people.
  ///
  /// @throws org.lanewise.cli.table.DataException if invalid types were asked for
  public static String typesOf(Table rows, FitOptions options) {
    return options.types(rows).describe(rows.schema());
  }

  /// A sentence about the first column of a table whose numbers, most of them different, are read
  /// as categories: no model of them says anything about other rows.
  ///
  /// @param all whether all columns are categories, or only those with texts such as decimal commas
  public static Optional<String> ofMeasurements(Table rows, boolean all) {
    if (!(rows.features() instanceof CategoryFeatures cells)) {
      return Optional.empty();
    }
    for (int feature = 0; feature < cells.dictionaries().size(); feature++) {
      List<String> texts = cells.dictionaries().get(feature);
      if (looksMeasured(texts, rows.rowCount(), all)) {
        return Optional.of(
            "%s looks like a measurement, with %d different values in %d rows, and each value is read as a category"
                .formatted(rows.schema().describe(feature), texts.size(), rows.rowCount()));
      }
    }
    return Optional.empty();
  }

  private static boolean looksMeasured(List<String> texts, long rows, boolean all) {
    return (all || texts.stream().anyMatch(text -> text.contains(",")))
        && texts.stream().allMatch(Warnings::isNumber)
        && (2L * texts.size() > rows || looksLike(texts, rows).equals(MEASUREMENT));
  }

  /// A sentence about a classifier that predicts other rows no better than the shares of the
  /// classes alone: with a log loss that is not below theirs, up to rounding, or with more errors.
  public static Optional<String> ofUseless(CrossValidation result, CrossValidation classShares) {
    double shares = classShares.logLoss().mean();
    if (shares < Double.POSITIVE_INFINITY && !(result.logLoss().mean() < shares * (1 - ROUNDING))) {
      return Optional.of("the log loss is not below that of the class shares alone");
    }
    return result.errorRate().mean() > classShares.errorRate().mean() * (1 + ROUNDING)
        ? Optional.of("there are more errors than with the class shares alone")
        : Optional.empty();
  }

  /// A warning about the first column of a table, read by texts, that has numbers and a few texts.
  ///
  /// @param missing the text of a missing value, if one was given
  public static Optional<String> ofNumbersWithTexts(Table rows, Optional<String> missing) {
    return ColumnTypes.numbersWithTexts(rows, missing);
  }

  /// A sentence about covariances that take long, before they are computed; none for few features.
  public static Optional<String> ofSize(ClassifierKind kind, long features) {
    if (!kind.isOfScatters() || features < MANY) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s estimates covariances of %d features, %.0f MB each, and the work grows with the"
                + " cube of the features, so it may take minutes; gaussian-nb, classifiers of"
                + " counts, or fewer features are faster",
            kind,
            features,
            (double) features * features * Double.BYTES / (1 << 20)));
  }

  /// Notes that empty category cells are missing values, if `--missing` was not given.
  private static void addEmpty(Table rows, ColumnTypes types, List<String> sentences) {
    int[] categories = types.of(ColumnType.CATEGORY);
    int[][] codes = ((CategoryFeatures) rows.features()).of(categories).codes();
    long empty = 0;
    int first = -1;
    for (int at = 0; at < codes.length; at++) {
      long more = IntStream.of(codes[at]).filter(code -> code == CategoryFeatures.MISSING).count();
      first = empty == 0 && more > 0 ? categories[at] : first;
      empty += more;
    }
    if (empty > 0) {
      sentences.add(
          "empty category cells, read as missing values: %d, the first in %s; use --missing '' to confirm"
              .formatted(empty, rows.schema().describe(first)));
    }
  }

  /// Sentences about a model: a smoothing that dominates, and indicators that are left out.
  public static List<String> of(FittedModel model) {
    return Stream.of(ofSmoothing(model), ofDependent(model)).flatMap(Optional::stream).toList();
  }

  /// Notes the indicators that a linear discriminant leaves out: those with the variance 1 and no
  /// covariance with other columns.
  private static Optional<String> ofDependent(FittedModel model) {
    if (!model.kind().sharesCovariance()
        || !model.options().containsKey(Parameter.CATEGORIES)
        || model.options().containsKey(Parameter.TRANSFORM)) {
      return Optional.empty();
    }
    IndicatorClassifier of = (IndicatorClassifier) model.uncalibrated();
    double[][] covariance = ((LinearDiscriminant) of.model()).covariance();
    List<String> columns =
        IntStream.range(of.indicators().numberCount(), covariance.length)
            .filter(j ->
                IntStream.range(0, covariance.length)
                    .allMatch(i -> covariance[j][i] == (i == j ? 1 : 0)))
            .mapToObj(of.indicators().outputs()::name)
            .toList();
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "left out of the discriminant, because other columns determine them: %s"
                .formatted(String.join(", ", columns)));
  }

  /// Warns about a default smoothing that exceeds the variances of some columns, in one sentence
  /// for all of them.
  private static Optional<String> ofSmoothing(FittedModel model) {
    boolean mixed = model.inputs().types().isPresent();
    // Numbers are the first block.
    Object numbers = model.uncalibrated().blocks().getFirst();
    if (!(numbers instanceof GaussianNaiveBayes naive)
        || model.options().containsKey(Parameter.VARIANCE_SMOOTHING)
        || naive.smoothedFeatures().length == 0) {
      return Optional.empty();
    }
    int[] smoothed = naive.smoothedFeatures();
    int first =
        mixed
            ? model.inputs().types().orElseThrow().of(ColumnType.NUMBER)[smoothed[0]]
            : smoothed[0];
    return Optional.of(
        "variance smoothing, %s (1e-9 of the largest variance), exceeds the variance within a class of %s%s and dominates the densities there; use --variance-smoothing 0 to turn it off"
            .formatted(
                NumberFormats.plain("%.3g", naive.varianceEpsilon()),
                model.inputs().schema().describe(first),
                switch (smoothed.length) {
                  case 1 -> "";
                  case 2 -> " and of 1 more column";
                  default -> " and of %d more columns".formatted(smoothed.length - 1);
                }));
  }

  private static String label(Schema schema) {
    if (!schema.label().exists()) {
      return "the label";
    }
    return schema.label().name().isEmpty()
        ? "the label, column index %d,".formatted(schema.label().index())
        : "the label, column '%s',".formatted(schema.label().name());
  }

  /// Returns what a column with these values looks like instead of classes or categories; empty if
  /// it looks like those.
  private static String looksLike(Collection<String> values, long rows) {
    int count = values.size();
    if (count <= FEW) {
      return "";
    }
    boolean many = (long) count * ROWS_OF_A_CLASS > rows;
    boolean fractions = false;
    for (String value : values) {
      double number = number(value);
      if (Double.isNaN(number)) {
        return 2L * count > rows ? IDENTIFIER : "";
      }
      fractions |= number != Math.rint(number);
    }
    return fractions || many ? MEASUREMENT : "";
  }
}
