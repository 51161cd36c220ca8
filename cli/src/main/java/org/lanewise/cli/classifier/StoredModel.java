package org.lanewise.cli.classifier;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.lanewise.cli.data.DataException;
import org.lanewise.cli.data.Schema;
import org.lanewise.cli.data.Schema.Column;
import org.lanewise.cli.text.Vocabulary;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;

/// A [FittedModel] as a model file keeps it: what core's file has no place for is in its notes.
///
/// | note | value |
/// | --- | --- |
/// | `classifier` | the name on the command line |
/// | `rows` | `table`, `sparse` or `text` |
/// | `label.index`, `label.name` | the label's column in the file that was learned from |
/// | `weight.index`, `weight.name` | the weight's column, if there was one |
/// | `text.index`, `text.name` | the messages' column, if there was one |
/// | `binarize` | the threshold above which a value is 1, if one was given |
///
/// Feature names are the columns' names if the file had a header, or the words of the vocabulary. A
/// file without notes, as a program writes it, is taken for a model of tables without a label.
public final class StoredModel {

  private static final String CLASSIFIER = "classifier";
  private static final String ROWS = "rows";
  private static final String TABLE = "table";
  private static final String SPARSE = "sparse";
  private static final String TEXT = "text";
  private static final String LABEL = "label";
  private static final String WEIGHT = "weight";
  private static final String BINARIZE = "binarize";

  private StoredModel() {}

  /// Writes a model file, whole or not at all.
  ///
  /// @throws DataException if it cannot be written
  public static void write(FittedModel model, Path path) {
    Inputs inputs = model.inputs();
    Schema schema = inputs.schema();
    SortedMap<String, String> notes = new TreeMap<>();
    notes.put(CLASSIFIER, model.kind().id());
    notes.put(ROWS, schema.isSparse() ? SPARSE : schema.text().exists() ? TEXT : TABLE);
    put(LABEL, schema.label(), notes);
    put(WEIGHT, schema.weight(), notes);
    put(TEXT, schema.text(), notes);
    inputs.threshold().ifPresent(value -> notes.put(BINARIZE, Double.toString(value)));
    boolean named = schema.named() || inputs.vocabulary().isPresent();
    try {
      new ModelFile(
              model.classifier(),
              model.classNames(),
              named ? inputs.featureNames() : List.of(),
              notes)
          .write(path);
    } catch (UnusableFileException e) {
      throw new DataException(e.getMessage(), e);
    }
  }

  /// Reads a model file.
  ///
  /// @throws DataException if it cannot be read or is no model of this command
  public static FittedModel read(Path path) {
    try {
      ModelFile file = ModelFile.read(path);
      ClassifierKind kind =
          ClassifierKind.of(file.model(), Optional.ofNullable(file.notes().get(CLASSIFIER)));
      return new FittedModel(kind, file.model(), file.classNames(), inputs(file));
    } catch (UnusableFileException e) {
      throw new DataException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new DataException("'%s' is no usable model: %s".formatted(path, e.getMessage()), e);
    }
  }

  private static Inputs inputs(ModelFile file) {
    Map<String, String> notes = file.notes();
    String rows = notes.getOrDefault(ROWS, TABLE);
    Optional<Vocabulary> vocabulary = Optional.empty();
    List<String> columns = List.of();
    boolean named = false;
    switch (rows) {
      case TABLE -> {
        named = !file.featureNames().isEmpty();
        columns = named ? file.featureNames() : numbered(file.model().featureCount());
      }
      case TEXT -> vocabulary = Optional.of(Vocabulary.ofWords(file.featureNames()));
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
    Schema schema = new Schema(named, columns, column(LABEL, notes), column(WEIGHT, notes), text);
    OptionalDouble threshold =
        notes.containsKey(BINARIZE)
            ? OptionalDouble.of(threshold(notes.get(BINARIZE)))
            : OptionalDouble.empty();
    return new Inputs(schema, file.model().featureCount(), vocabulary, threshold);
  }

  private static void put(String role, Column column, Map<String, String> notes) {
    if (column.exists()) {
      notes.put(role + ".index", Integer.toString(column.index()));
      notes.put(role + ".name", column.name());
    }
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

  private static double threshold(String text) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "its threshold is '%s'; a finite number was expected".formatted(text));
    }
    return value;
  }

  private static List<String> numbered(int count) {
    List<String> names = new ArrayList<>(count);
    for (int feature = 0; feature < count; feature++) {
      names.add("x" + feature);
    }
    return names;
  }
}
