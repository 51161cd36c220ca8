package org.lanewise.cli.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.cli.rows.Categories;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.ColumnSet;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Schema.Column;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.UnseenCategory;
import org.lanewise.text.Vocabulary;

/// A [FittedModel] as a model file keeps it: what the model does not know is in the file's notes.
///
/// | note | value |
/// | --- | --- |
/// | `classifier` | the name on the command line |
/// | `rows` | `table`, `sparse` or `text` |
/// | `label.index`, `label.name` | the label's column in the file that was learned from |
/// | `weight.index`, `weight.name` | the weight's column, if there was one |
/// | `text.index`, `text.name` | the messages' column, if there was one |
/// | `column.types` | the type of each feature's column in the order of the file, divided by commas, if they differ |
/// | `dropped.columns` | the columns that were left out, if there were any: `0,3-5` |
/// | `class.rows` | how many rows of each class were learned from, divided by commas, if none had a weight |
/// | `chosen.option`, `chosen.candidates`, `chosen.log.loss`, `chosen.error.rate` | the option that was chosen by leave-one-out, if one was, of how many values, and how good it was |
/// | `shrinkage.intensities` | those of the covariances, divided by commas, if they were shrunk |
/// | `incomplete.rows`, `incomplete.way` | how many rows lacked values, and how they were fitted |
/// | `em.iterations`, `em.converged` | of expectation and maximisation, if that was it |
/// | the name of an option such as `alpha`, `binarize`, `missing` | its text, if it was given |
///
/// The model's features have the columns' names if the file had a header, or are the words of the
/// vocabulary. A file without notes, as a program writes it, is taken for a model of tables without
/// a label.
public final class StoredModel {

  private static final String CLASSIFIER = "classifier";
  private static final String ROWS = "rows";
  private static final String TABLE = "table";
  private static final String SPARSE = "sparse";
  private static final String TEXT = "text";
  private static final String LABEL = "label";
  private static final String WEIGHT = "weight";
  private static final String TYPES = "column.types";
  private static final String DROPPED = "dropped.columns";
  private static final String CHOSEN = "chosen.option";
  private static final String CANDIDATES = "chosen.candidates";
  private static final String LOG_LOSS = "chosen.log.loss";
  private static final String ERROR_RATE = "chosen.error.rate";
  private static final String CLASS_ROWS = "class.rows";
  private static final String INTENSITIES = "shrinkage.intensities";

  private StoredModel() {}

  /// Writes a model file, whole or not at all.
  ///
  /// @throws DataException if it cannot be written
  public static void write(FittedModel model, Path path) {
    try {
      file(model).write(path);
    } catch (UnusableFileException e) {
      throw new DataException(e.getMessage(), e);
    }
  }

  /// The bytes of a model file.
  public static byte[] bytes(FittedModel model) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      file(model).write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static ModelFile file(FittedModel model) {
    Inputs inputs = model.inputs();
    Schema schema = inputs.schema();
    SortedMap<String, String> notes = new TreeMap<>();
    notes.put(CLASSIFIER, model.kind().id());
    notes.put(ROWS, schema.isSparse() ? SPARSE : schema.text().exists() ? TEXT : TABLE);
    put(LABEL, schema.label(), notes);
    put(WEIGHT, schema.weight(), notes);
    put(TEXT, schema.text(), notes);
    inputs.types().ifPresent(types -> notes.put(TYPES, types.toString()));
    if (!schema.dropped().isEmpty()) {
      notes.put(DROPPED, schema.dropped().toString());
    }
    model.options().forEach((option, text) -> notes.put(option.id(), text));
    model.incomplete().ifPresent(rows -> rows.addTo(notes));
    put(CLASS_ROWS, model.training().classRows(), notes);
    model
        .training()
        .chosen()
        .ifPresent(chosen -> {
          notes.put(CHOSEN, chosen.what());
          notes.put(CANDIDATES, Integer.toString(chosen.candidates()));
          notes.put(LOG_LOSS, Double.toString(chosen.logLoss()));
          notes.put(ERROR_RATE, Double.toString(chosen.errorRate()));
        });
    put(INTENSITIES, model.training().shrinkageIntensities(), notes);
    return new ModelFile(model.classifier(), notes, model.training().ranks());
  }

  /// Reads a model file.
  ///
  /// @throws DataException if it cannot be read or is no model of this command
  public static FittedModel read(Path path) {
    try {
      ModelFile file = ModelFile.read(path);
      return new FittedModel(
          ClassifierKind.of(file.model()),
          file.model(),
          inputs(file),
          options(file.notes()),
          training(file),
          IncompleteRows.of(file.notes()));
    } catch (UnusableFileException e) {
      throw new DataException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new DataException("'%s' is no usable model: %s".formatted(path, e.getMessage()), e);
    }
  }

  private static Inputs inputs(ModelFile file) {
    Map<String, String> notes = file.notes();
    Features features = file.model().features();
    String rows = notes.getOrDefault(ROWS, TABLE);
    Optional<Vocabulary> vocabulary = Optional.empty();
    Optional<ColumnTypes> types =
        file.model() instanceof MixedNaiveBayes mixed
            ? Optional.of(MixedBlocks.types(mixed, notes.get(TYPES)))
            : Optional.empty();
    List<String> columns = List.of();
    boolean named = false;
    switch (rows) {
      case TABLE -> {
        named = features.areNamed();
        columns = named ? features.names() : Schema.numbered(features.count());
        if (types.isPresent() && named) {
          columns = types.get().inFileOrder(columns);
        }
      }
      case TEXT -> {
        if (!features.areNamed()) {
          throw new IllegalArgumentException(
              "its rows are messages and it has no words; one for each of its features was"
                  + " expected");
        }
        vocabulary = Optional.of(Vocabulary.of(features));
      }
      case SPARSE -> {}
      default ->
          throw new IllegalArgumentException(
              "its rows are '%s'; table, sparse or text was expected".formatted(rows));
    }
    Column text = column(TEXT, notes);
    if (text.exists() != vocabulary.isPresent()) {
      throw new IllegalArgumentException(
          "it has %s; both or none were expected"
              .formatted(
                  text.exists() ? "a text column and no words" : "words and no text column"));
    }
    Schema schema =
        new Schema(
            named, columns, column(LABEL, notes), column(WEIGHT, notes), text, dropped(notes));
    OptionalDouble threshold =
        notes.containsKey(Parameter.BINARIZE.id())
            ? OptionalDouble.of(number("threshold", notes.get(Parameter.BINARIZE.id())))
            : OptionalDouble.empty();
    return new Inputs(
        schema,
        features,
        vocabulary,
        threshold,
        categories(file),
        Optional.ofNullable(notes.get(Parameter.MISSING.id())),
        types);
  }

  private static Optional<Categories> categories(ModelFile file) {
    Classifier<?, ?> bare =
        file.model() instanceof CalibratedClassifier<?, ?> calibrated
            ? calibrated.model()
            : file.model();
    Classifier<?, ?> categorical =
        bare instanceof MixedNaiveBayes mixed
            ? mixed.blocks().stream()
                .filter(CategoricalNaiveBayes.class::isInstance)
                .findFirst()
                .orElse(mixed)
            : bare;
    if (!(categorical instanceof CategoricalNaiveBayes model)) {
      return Optional.empty();
    }
    List<List<String>> names = new ArrayList<>();
    for (CategoryDictionary dictionary : model.dictionaries()) {
      names.add(IntStream.range(0, dictionary.size()).mapToObj(dictionary::name).toList());
    }
    String unseen = file.notes().getOrDefault(Parameter.UNSEEN.id(), "error");
    UnseenCategory treatment =
        Stream.of(UnseenCategory.values())
            .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(unseen))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "its treatment of categories that were not learned is '%s'; error, ignore or smoothed was expected"
                        .formatted(unseen)));
    return Optional.of(new Categories(names, treatment));
  }

  private static Map<Parameter, String> options(Map<String, String> notes) {
    Map<Parameter, String> options = new EnumMap<>(Parameter.class);
    for (Parameter parameter : Parameter.values()) {
      String text = notes.get(parameter.id());
      if (text != null) {
        options.put(parameter, text);
      }
    }
    return options;
  }

  private static Training training(ModelFile file) {
    String counts = file.notes().get(CLASS_ROWS);
    String intensities = file.notes().get(INTENSITIES);
    List<Long> classRows =
        counts == null
            ? List.of()
            : Stream.of(counts.split(",", -1)).map(StoredModel::count).toList();
    if (counts != null && classRows.size() != file.model().classCount()) {
      throw new IllegalArgumentException(
          "it says of %d classes how many rows there were; %d were expected"
              .formatted(classRows.size(), file.model().classCount()));
    }
    return new Training(
        classRows,
        intensities == null
            ? List.of()
            : Stream.of(intensities.split(",", -1)).map(part -> number("shrinkage", part)).toList(),
        Optional.ofNullable(file.notes().get(CHOSEN)).map(option -> chosen(option, file.notes())),
        file.ranks());
  }

  private static Training.Chosen chosen(String option, Map<String, String> notes) {
    return new Training.Chosen(
        option,
        (int) Math.min(Integer.MAX_VALUE, count(notes.getOrDefault(CANDIDATES, "0"))),
        number("log loss", notes.getOrDefault(LOG_LOSS, "")),
        number("error rate", notes.getOrDefault(ERROR_RATE, "")));
  }

  private static long count(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          "its number of rows or values is '%s'; a number was expected".formatted(text));
    }
    return Long.parseLong(text);
  }

  private static void put(String note, List<?> numbers, Map<String, String> notes) {
    if (!numbers.isEmpty()) {
      notes.put(note, numbers.stream().map(Object::toString).collect(Collectors.joining(",")));
    }
  }

  private static void put(String role, Column column, Map<String, String> notes) {
    if (column.exists()) {
      notes.put(role + ".index", Integer.toString(column.index()));
      notes.put(role + ".name", column.name());
    }
  }

  private static ColumnSet dropped(Map<String, String> notes) {
    String text = notes.get(DROPPED);
    return text == null ? ColumnSet.NONE : ColumnSet.parse(text);
  }

  private static Column column(String role, Map<String, String> notes) {
    String index = notes.get(role + ".index");
    if (index == null) {
      return Column.NONE;
    }
    if (!index.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "its %s column is '%s'; a 0-based index was expected".formatted(role, index));
    }
    return new Column(Integer.parseInt(index), notes.getOrDefault(role + ".name", ""));
  }

  private static double number(String what, String text) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "its %s is '%s'; a finite number was expected".formatted(what, text));
    }
    return value;
  }
}
