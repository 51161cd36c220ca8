package org.lanewise.cli.parsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.FeatureTable;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;
import org.lanewise.data.Labels;

/// Makes columns of blocks of a delimited table; cells become no objects.
public final class TableParser extends ParsedRows {

  private final Columns columns;
  private final int[] roles;
  private final Header header;
  private final boolean keepsHeaders;

  /// Such as 1,234.5.
  private static final Pattern THOUSANDS =
      Pattern.compile("[+-]?[1-9][0-9]{0,2}([,'][0-9]{3})+(\\.[0-9]*)?");

  /// Such as 36,6.
  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("[-+]?[0-9]+,[0-9]+([eE][-+]?[0-9]+)?");

  private final MissingText missingText;
  private final byte[] missing;
  private final double missingNumber;
  private final boolean isChoosable;
  private final boolean mayIndicate;
  private final boolean hasOtherTokens;
  private final Cells cells;

  // Longer than the rows of the block, and kept for the next.
  private final double[][] numbers;
  private final int[][] codes;
  private double[] weights;

  private final Dictionary[] dictionaries;
  private List<Long> repeatedHeaders = List.of();
  private LeftOut leftOut = LeftOut.NONE;
  private boolean hasUnlabelled;
  private boolean lacksLabel;
  private List<String> messages = new ArrayList<>();
  private LineProblem problem;
  // The features that have cells which are true or false.
  private final BitSet truths = new BitSet();

  /// @param keepsHeaders whether records that repeat the header are rows all the same
  /// @param categorical whether features are categories; numbers otherwise
  /// @param missing which cells of features are missing values
  /// @param isChoosable whether the features were chosen for this file, so that a column may be
  ///   left out
  /// @param mayIndicate whether `--categories indicator` is an option here
  /// @param hasOtherTokens whether messages are not split into words, which leave symbols out
  public TableParser(
      String file,
      DelimitedText text,
      Header header,
      boolean keepsHeaders,
      Columns columns,
      boolean categorical,
      MissingText missing,
      LabelUse labelUse,
      boolean isChoosable,
      boolean mayIndicate,
      boolean hasOtherTokens) {
    super(file, labelUse);
    this.columns = columns;
    this.roles = columns.roles();
    this.header = header;
    this.keepsHeaders = keepsHeaders;
    this.missingText = missing;
    this.missing = missing.bytes();
    this.missingNumber = missing.number();
    this.isChoosable = isChoosable;
    this.mayIndicate = mayIndicate;
    this.hasOtherTokens = hasOtherTokens;
    this.cells = new Cells(text);
    int featureCount = columns.schema().featureNames().size();
    this.numbers = new double[categorical ? 0 : featureCount][FIRST_CAPACITY];
    this.codes = new int[categorical ? featureCount : 0][FIRST_CAPACITY];
    this.dictionaries = new Dictionary[codes.length];
    this.weights = new double[columns.schema().weight().exists() ? FIRST_CAPACITY : 0];
  }

  @Override
  public void parse(Block block) {
    clear();
    Arrays.setAll(dictionaries, feature -> new Dictionary());
    messages = new ArrayList<>();
    hasUnlabelled = false;
    repeatedHeaders = new ArrayList<>();
    cells.begin(block.bytes(), block.length());
    try {
      while (cells.nextRecord()) {
        boolean repeats = cells.repeats(header);
        if (repeats) {
          repeatedHeaders.add(cells.recordLine());
        }
        if (!repeats || keepsHeaders) {
          parseRow();
        }
      }
    } catch (Cells.BrokenQuote e) {
      throw e.problem();
    }
    checkTruths();
    hasOtherBytes |= labelDictionary.hasOtherBytes();
    for (Dictionary dictionary : dictionaries) {
      hasOtherBytes |= dictionary.hasOtherBytes();
    }
  }

  @Override
  public QuotedLines quotedLines() {
    return cells.quotedLines();
  }

  @Override
  public List<Long> repeatedHeaders() {
    return repeatedHeaders;
  }

  @Override
  public LeftOut leftOut() {
    return leftOut;
  }

  private void parseRow() {
    beginRow();
    problem = null;
    lacksLabel = false;
    int row = rowCount;
    int column = 0;
    do {
      int role = column < roles.length ? roles[column] : Columns.UNUSED;
      double number = role >= 0 && numbers.length > 0 ? cells.readNumber() : Double.NaN;
      if (Double.isNaN(number)) {
        cells.read();
        accept(column, role);
      } else {
        numbers[role][row] = number == missingNumber ? Double.NaN : number;
      }
      column++;
    } while (cells.hasMore());
    if (column != roles.length) {
      throw new LineProblem(
          cells.recordLine(),
          ": found %s; expected %d, as in most lines"
              .formatted(Columns.count(column, "cell"), roles.length));
    }
    if (lacksLabel) {
      leaveOut();
      return;
    }
    if (problem != null) {
      throw problem;
    }
    if (messages.size() > row && !hasOtherTokens) {
      leftOut = leftOut.andOf(messages.get(row));
    }
    endRow(cells.recordLine(), cells.recordStart(), cells.recordEnd());
  }

  /// Goes on as if the row were not there.
  private void leaveOut() {
    if (messages.size() > rowCount) {
      messages.removeLast();
    }
    hasUnlabelled = true;
    leftOut = leftOut.and(new LeftOut(1, 0, 0));
  }

  private void accept(int column, int role) {
    if (role == Columns.LABEL) {
      acceptLabel();
    }
    if (problem != null) {
      return;
    }
    switch (role) {
      case Columns.UNUSED, Columns.LABEL -> {}
      case Columns.WEIGHT -> weights[rowCount] = weight(column);
      case Columns.TEXT -> messages.add(message());
      default -> {
        if (codes.length > 0) {
          cells.stripBlanks();
          cells.point();
          codes[role][rowCount] =
              cells.isEmpty() || isMissing() ? CategoryFeatures.MISSING : code(dictionaries[role]);
        } else {
          double number = isMissing() ? Double.NaN : number(column, missingText);
          numbers[role][rowCount] = number == missingNumber ? Double.NaN : number;
        }
      }
    }
  }

  private void acceptLabel() {
    if (readLabels) {
      cells.stripBlanks();
      lacksLabel = cells.isEmpty() || isMissing() || isMissingNumber();
      if (!lacksLabel) {
        labels[rowCount] = code(labelDictionary);
      }
    }
  }

  /// The text of the cell: UTF-8, or ISO-8859-1 if it is not valid UTF-8.
  private String message() {
    String message = new String(cells.cell(), cells.from(), cells.to() - cells.from(), UTF_8);
    if (message.indexOf('\uFFFD') < 0 || Cell.isUtf8(cells.text().getBytes(ISO_8859_1))) {
      return message;
    }
    hasOtherBytes = true;
    return cells.text();
  }

  private int code(Dictionary dictionary) {
    byte[] truth = Truth.text(cells.cell(), cells.from(), cells.to());
    return truth == null
        ? dictionary.codeOf(cells.cell(), cells.from(), cells.to())
        : dictionary.codeOf(truth, 0, truth.length);
  }

  /// Refuses a column of numbers with cells that are true or false, unless all are or are 1 or 0.
  private void checkTruths() {
    for (int feature = truths.nextSetBit(0);
        feature >= 0;
        feature = truths.nextSetBit(feature + 1)) {
      for (int row = 0; row < rowCount; row++) {
        double number = numbers[feature][row];
        if (number != 0 && number != 1 && !Double.isNaN(number)) {
          rowCount = row;
          throw new LineProblem(
              lines[row],
              ", %s: the cell is %s, but others in the column are true or false; expected one kind of value"
                  .formatted(columns.schema().describe(feature), number));
        }
      }
    }
  }

  private double weight(int column) {
    double weight = number(column, MissingText.NONE);
    if (weight < 0) {
      problem =
          problem(column, "the weight %s is negative; expected 0 or more".formatted(cells.text()));
    }
    return weight;
  }

  private double number(int column, MissingText missingHere) {
    double number = cells.number();
    if (!Double.isFinite(number)) {
      double truth = Truth.number(cells.cell(), cells.from(), cells.to());
      if (roles[column] >= 0 && truth >= 0) {
        truths.set(roles[column]);
        return truth;
      }
      String shown = Cell.show(cells.text());
      String found;
      if (cells.isEmpty()) {
        found = "the cell is empty; expected a number" + remedy(column);
      } else if (Double.isInfinite(number)) {
        found = shown + " is too large for a double";
      } else {
        found =
            shown
                + " is not a finite number"
                + (THOUSANDS.matcher(cells.pointedText()).matches()
                    ? "; thousands separators are not read"
                    : DECIMAL_COMMA.matcher(cells.pointedText()).matches()
                        ? DataException.DECIMAL_COMMAS
                        : "")
                + remedy(column)
                + indicating(column);
      }
      problem = problem(column, found + missingHere.hint(cells.text()));
    }
    return number;
  }

  private String remedy(int column) {
    return isChoosable && roles[column] >= 0
        ? "; use --drop %s to leave the column out".formatted(columns.choice(column))
        : "";
  }

  private String indicating(int column) {
    return mayIndicate && roles[column] >= 0 && !DataException.looksMissing(cells.text())
        ? DataException.OR_INDICATORS
        : "";
  }

  private boolean isMissing() {
    return missing != null
        && (cells.isEmpty()
            || Arrays.equals(missing, 0, missing.length, cells.cell(), cells.from(), cells.to()));
  }

  private boolean isMissingNumber() {
    return !Double.isNaN(missingNumber) && cells.number() == missingNumber;
  }

  private LineProblem problem(int column, String found) {
    return new LineProblem(
        cells.recordLine(), ", %s: %s".formatted(columns.describe(column), found));
  }

  @Override
  void grow(int capacity) {
    super.grow(capacity);
    weights = Arrays.copyOf(weights, weights.length == 0 ? 0 : capacity);
    for (int feature = 0; feature < numbers.length; feature++) {
      numbers[feature] = Arrays.copyOf(numbers[feature], capacity);
    }
    for (int feature = 0; feature < codes.length; feature++) {
      codes[feature] = Arrays.copyOf(codes[feature], capacity);
    }
  }

  @Override
  public long lineCount() {
    return cells.lineCount();
  }

  @Override
  public Table rows(long linesBefore) {
    return new Table(file, columns.schema(), features(), weightedLabels(), fileLines(linesBefore));
  }

  private Labels weightedLabels() {
    return weights.length == 0 || rowCount == 0
        ? rowLabels()
        : rowLabels().withWeights(Arrays.copyOf(weights, rowCount));
  }

  private FeatureTable features() {
    if (columns.schema().text().exists()) {
      return new MessageFeatures(messages.subList(0, rowCount));
    }
    if (codes.length == 0) {
      double[][] copy = new double[numbers.length][];
      Arrays.setAll(copy, feature -> Arrays.copyOf(numbers[feature], rowCount));
      return new NumberFeatures(rowCount, copy);
    }
    int[][] copy = new int[codes.length][];
    Arrays.setAll(copy, feature -> Arrays.copyOf(codes[feature], rowCount));
    CategoryFeatures features =
        new CategoryFeatures(
            rowCount, copy, Arrays.stream(dictionaries).map(Dictionary::decoded).toList());
    return hasUnlabelled ? features.withoutUnused() : features;
  }
}
