package org.lanewise.cli.reading;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.RecordType;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Features;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.TextFeatures;
import org.lanewise.data.Labels;

/// Reads a delimited table into columns, cell by cell as FastCSV finds them.
///
/// FastCSV asks this handler for an object for each record: it is what is wrong with the record,
/// and null for a good one, so that rows make no objects.
final class TableReader extends AbstractBaseCsvCallbackHandler<DataException> {

  /// Small, as a file of two lines may have a million columns.
  private static final int FIRST_CAPACITY = 8;

  private static final char[] NO_CHARS = {};

  private final String file;
  private final Columns columns;
  private final int[] roles;
  private final boolean readLabels;
  private final Optional<String> missing;

  private final double[][] numbers;
  private final int[][] codes;
  private final Dictionary[] dictionaries;
  private final List<String> messages = new ArrayList<>();
  private final Dictionary labelDictionary = new Dictionary();
  private int[] labels;
  private double[] weights;
  private int[] lines = new int[FIRST_CAPACITY];
  private int rowCount;

  // Of the record at hand.
  private boolean isHeader;
  private boolean firstIsBlank;
  private DataException problem;

  private TableReader(
      String file, Columns columns, boolean hasHeader, ReadOptions options, LabelUse labelUse) {
    this.file = file;
    this.columns = columns;
    this.roles = columns.roles();
    this.isHeader = hasHeader;
    this.readLabels = labelUse == LabelUse.REQUIRED;
    // In bytes, as the cells are.
    this.missing =
        options
            .missing()
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1));
    int featureCount = columns.schema().featureNames().size();
    this.numbers = new double[options.categorical() ? 0 : featureCount][FIRST_CAPACITY];
    this.codes = new int[options.categorical() ? featureCount : 0][FIRST_CAPACITY];
    this.dictionaries = new Dictionary[codes.length];
    Arrays.setAll(dictionaries, feature -> new Dictionary());
    this.labels = new int[readLabels ? FIRST_CAPACITY : 0];
    this.weights = new double[columns.schema().weight().exists() ? FIRST_CAPACITY : 0];
  }

  /// Reads the rows of a table whose format is known.
  ///
  /// @throws DataException at the first cell or row that is wrong
  static Table read(
      Source source, TableFormat format, Columns columns, ReadOptions options, LabelUse labelUse) {
    TableReader reader =
        new TableReader(source.name(), columns, format.hasHeader(), options, labelUse);
    CsvReader<DataException> records = format.text().records(source.stream(), reader);
    try {
      for (DataException problem : records) {
        throw problem;
      }
    } catch (UncheckedIOException e) {
      throw Source.problem(source.name(), e.getCause());
    } catch (CsvParseException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw DelimitedText.refusal(source.name(), reader.getStartingLineNumber(), e);
    }
    return reader.table();
  }

  @Override
  protected void handleBegin(long startingLineNumber) {
    firstIsBlank = false;
    problem = null;
    if (rowCount == lines.length) {
      grow();
    }
  }

  @Override
  protected void handleField(int index, char[] chars, int offset, int length, boolean quoted) {
    int from = offset;
    int to = offset + length;
    if (!quoted) {
      while (from < to && Cell.isBlank(chars[from])) {
        from++;
      }
      while (from < to && Cell.isBlank(chars[to - 1])) {
        to--;
      }
      if (index == 0 && from == to) {
        // An empty cell, or a line of nothing but blanks: the next cell will tell.
        firstIsBlank = true;
        return;
      }
    }
    if (index == 1 && firstIsBlank) {
      accept(0, NO_CHARS, 0, 0);
    }
    accept(index, chars, from, to);
  }

  @Override
  protected DataException buildRecord() {
    if (getRecordType() == RecordType.EMPTY || (firstIsBlank && getFieldCount() == 1)) {
      return null;
    }
    if (isHeader) {
      isHeader = false;
      return null;
    }
    if (getFieldCount() != roles.length) {
      return new DataException(
          "%s, line %d: %s found; %d expected, as in most lines"
              .formatted(
                  file,
                  getStartingLineNumber(),
                  Columns.count(getFieldCount(), "cell"),
                  roles.length));
    }
    if (problem == null) {
      lines[rowCount++] = Math.toIntExact(getStartingLineNumber());
    }
    return problem;
  }

  private void accept(int column, char[] chars, int from, int to) {
    if (isHeader || column >= roles.length || problem != null) {
      return;
    }
    int role = roles[column];
    switch (role) {
      case Columns.UNUSED -> {}
      case Columns.LABEL -> acceptLabel(column, chars, from, to);
      case Columns.WEIGHT -> weights[rowCount] = weight(column, chars, from, to);
      case Columns.TEXT -> messages.add(new String(chars, from, to - from));
      default -> {
        if (codes.length > 0) {
          codes[role][rowCount] = category(role, chars, from, to);
        } else if (isMissing(chars, from, to)) {
          numbers[role][rowCount] = Double.NaN;
        } else {
          numbers[role][rowCount] = number(column, chars, from, to);
        }
      }
    }
  }

  private void acceptLabel(int column, char[] chars, int from, int to) {
    if (readLabels) {
      if (from == to) {
        problem = problem(column, "the label is empty; the name of a class was expected");
      } else {
        labels[rowCount] = labelDictionary.codeOf(chars, from, to);
      }
    }
  }

  private int category(int feature, char[] chars, int from, int to) {
    boolean absent = from == to || isMissing(chars, from, to);
    return absent ? CategoryFeatures.MISSING : dictionaries[feature].codeOf(chars, from, to);
  }

  private double weight(int column, char[] chars, int from, int to) {
    double weight = number(column, chars, from, to);
    if (weight < 0) {
      problem =
          problem(
              column,
              "the weight %s is negative; 0 or more was expected"
                  .formatted(new String(chars, from, to - from)));
    }
    return weight;
  }

  private double number(int column, char[] chars, int from, int to) {
    double number = Decimal.parse(chars, from, to);
    if (!Double.isFinite(number)) {
      String shown = Cell.show(new String(chars, from, to - from));
      String found;
      if (from == to) {
        found = "the cell is empty; a number was expected";
      } else if (Double.isInfinite(number)) {
        found = shown + " is too large for a double; a finite number was expected";
      } else {
        found = shown + " is not a number; a finite number was expected";
      }
      problem = problem(column, found);
    }
    return number;
  }

  private boolean isMissing(char[] chars, int from, int to) {
    if (missing.isEmpty()) {
      return false;
    }
    String text = missing.get();
    if (from == to) {
      return true;
    }
    if (text.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (chars[i] != text.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }

  private DataException problem(int column, String found) {
    return new DataException(
        "%s, line %d, %s: %s"
            .formatted(file, getStartingLineNumber(), columns.describe(column), found));
  }

  private void grow() {
    int capacity = Math.addExact(rowCount, rowCount);
    lines = Arrays.copyOf(lines, capacity);
    labels = Arrays.copyOf(labels, labels.length == 0 ? 0 : capacity);
    weights = Arrays.copyOf(weights, weights.length == 0 ? 0 : capacity);
    for (int feature = 0; feature < numbers.length; feature++) {
      numbers[feature] = Arrays.copyOf(numbers[feature], capacity);
    }
    for (int feature = 0; feature < codes.length; feature++) {
      codes[feature] = Arrays.copyOf(codes[feature], capacity);
    }
  }

  private Table table() {
    if (rowCount == 0) {
      throw new DataException("%s has no rows; rows of data were expected".formatted(file));
    }
    return new Table(
        file, columns.schema(), features(), rowLabels(), Arrays.copyOf(lines, rowCount));
  }

  private Labels rowLabels() {
    if (!readLabels) {
      return Table.NO_LABELS;
    }
    Labels rowLabels = labelDictionary.labels(labels, rowCount);
    return weights.length == 0
        ? rowLabels
        : rowLabels.withWeights(Arrays.copyOf(weights, rowCount));
  }

  private Features features() {
    if (columns.schema().text().exists()) {
      return new TextFeatures(messages);
    }
    for (int feature = 0; feature < numbers.length; feature++) {
      numbers[feature] = Arrays.copyOf(numbers[feature], rowCount);
    }
    if (codes.length == 0) {
      return new NumberFeatures(rowCount, numbers);
    }
    List<List<String>> texts = new ArrayList<>(codes.length);
    for (int feature = 0; feature < codes.length; feature++) {
      codes[feature] = Arrays.copyOf(codes[feature], rowCount);
      texts.add(dictionaries[feature].decoded());
    }
    return new CategoryFeatures(rowCount, codes, texts);
  }
}
