package org.lanewise.cli.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.lanewise.cli.table.Schema.Column;

/// The role of each column of a table: a feature, the label, the weight, the message, or none.
///
/// @param roles for each column the index of its feature, or one of the constants
/// @param names for each column its name, empty if it has none
/// @param schema the same in a form to be kept
public record Columns(int[] roles, List<String> names, Schema schema) {

  /// The role of a column that is not read.
  public static final int UNUSED = -1;

  /// The role of the label's column.
  public static final int LABEL = -2;

  /// The role of the weight's column.
  public static final int WEIGHT = -3;

  /// The role of the messages' column.
  public static final int TEXT = -4;

  /// Names that pandas gives to an index which has none, when it writes Parquet and when it reads
  /// CSV.
  private static final Pattern INDEX_OF_PANDAS =
      Pattern.compile("__index_level_[0-9]+__|Unnamed: 0(_level_0)?");

  /// The columns of names that hold an index of the rows, as pandas names it.
  public static BitSet index(List<String> names) {
    BitSet index = new BitSet();
    for (int column = 0; column < names.size(); column++) {
      index.set(column, INDEX_OF_PANDAS.matcher(names.get(column)).matches());
    }
    return index;
  }

  /// The columns of a file to learn from. Columns of an index are left out, unless they are asked
  /// for.
  ///
  /// @param names for each column its name, empty if it has none
  /// @param index the columns that name or count the rows
  /// @param asked which columns are no features
  /// @throws DataException if a column that was asked for is not there, no feature is left, or the
  ///   name of one stands twice
  public static Columns of(String file, List<String> names, BitSet index, Roles asked) {
    ColumnFinder finder = new ColumnFinder(file, names);
    Column weight = finder.asked("--weight", asked.weight());
    Column text = finder.asked("--text", asked.text());
    BitSet chosen = asked.choice().features(finder);
    BitSet dropped = asked.choice().dropped(finder);
    Column askedLabel = finder.asked("--label", asked.label());
    finder.requireNoneOf("left out", dropped, askedLabel, weight);
    for (int column : index.stream().toArray()) {
      dropped.set(
          column, dropped.get(column) || !chosen.get(column) && column != askedLabel.index());
    }
    Column label =
        askedLabel.exists() ? askedLabel : lastBut(weight, text, chosen, dropped, finder);
    finder.requireDistinct(label, weight, text);
    finder.requireNoneOf("a feature", chosen, label, weight);
    int[] roles = roles(finder, label, weight, text);
    List<Integer> features = new ArrayList<>();
    for (int column = 0; column < roles.length; column++) {
      if (roles[column] == UNUSED && !text.exists()) {
        if (dropped.get(column) || !(chosen.isEmpty() || chosen.get(column))) {
          dropped.set(column);
        } else {
          roles[column] = features.size();
          features.add(column);
        }
      }
    }
    if (!label.exists() || (features.isEmpty() && !text.exists())) {
      throw new DataException(
          "%s has %s%s; expected a label and at least one feature"
              .formatted(
                  file,
                  count(roles.length, "column"),
                  dropped.isEmpty()
                      ? ""
                      : ", %d of them left out".formatted(dropped.cardinality())));
    }
    boolean named =
        !features.isEmpty() && features.stream().noneMatch(column -> names.get(column).isEmpty());
    List<String> found = features.stream().map(names::get).toList();
    if (named) {
      found.forEach(finder::feature);
    }
    return new Columns(
        roles,
        names,
        new Schema(
            named,
            named ? found : Schema.numbered(found.size()),
            label,
            weight,
            text,
            ColumnSet.of(dropped),
            0));
  }

  /// The columns of a file to be read like one that was learned from: by name where both have
  /// names, by position otherwise. A weight is not read.
  ///
  /// @param names for each column its name, empty if it has none
  /// @param index the columns that name or count the rows
  /// @param asked which columns are no features
  /// @throws DataException if a feature, or a label that is required, is not there, or a name that
  ///   is needed stands twice
  public static Columns like(
      Schema schema,
      String file,
      List<String> names,
      BitSet index,
      Roles asked,
      LabelUse labelUse) {
    ColumnFinder finder = new ColumnFinder(file, names);
    Columns columns;
    if (asked.text().isPresent() && !schema.text().exists()) {
      throw new DataException(
          "--text %s does not apply to a model of columns, which it finds by their names or positions"
              .formatted(asked.text().get()));
    }
    if (schema.text().exists()) {
      columns = textLike(schema, file, finder, index, asked);
    } else if (schema.named() && finder.hasNames()) {
      columns = namedLike(schema, file, finder, asked, labelUse);
    } else {
      requirePlaces(schema, file, index);
      if (labelUse == LabelUse.IGNORED && asked.label().isEmpty()) {
        requireLabelAndWeight(schema, file, finder);
      }
      columns =
          schema.dropped().isEmpty()
              ? placedLike(schema, file, finder, asked)
              : wholeLike(schema, file, finder, asked);
    }
    if (labelUse == LabelUse.REQUIRED && !columns.schema.label().exists()) {
      throw new DataException("%s has no label column".formatted(file));
    }
    return columns;
  }

  /// Notes on indices of the options that are names of other columns.
  public List<String> indexDoubts(String file, Roles asked) {
    ColumnFinder finder = new ColumnFinder(file, names);
    ColumnChoice choice = asked.choice();
    List<String> notes = new ArrayList<>();
    notes.addAll(finder.doubts("--label", asked.label().stream().toList()));
    notes.addAll(finder.doubts("--weight", asked.weight().stream().toList()));
    notes.addAll(finder.doubts("--text", asked.text().stream().toList()));
    notes.addAll(finder.doubts("--features", choice.features()));
    notes.addAll(finder.doubts("--drop", choice.dropped()));
    notes.addAll(finder.doubts(choice.option(), choice.groups().stream().toList()));
    return notes;
  }

  /// A note on the columns of an index that were left out by default; empty if there is none.
  public Optional<String> indexNote(String file, BitSet index, Roles asked) {
    BitSet listed = asked.choice().dropped(new ColumnFinder(file, names));
    int[] left =
        index.stream().filter(column -> roles[column] == UNUSED && !listed.get(column)).toArray();
    if (left.length == 0 || schema.text().exists() || !asked.choice().features().isEmpty()) {
      return Optional.empty();
    }
    String first = describe(left[0]) + (names.get(left[0]).isEmpty() ? " (unnamed)" : "");
    return Optional.of(
        left.length == 1
            ? "%s: leaving out %s, which looks like a row index; to use it, name it in --features"
                .formatted(file, first)
            : "%s: leaving out %s and %s, which look like row indices; to use them, name them in --features"
                .formatted(
                    file,
                    first,
                    Arrays.stream(left)
                        .skip(1)
                        .mapToObj(this::describe)
                        .collect(Collectors.joining(", "))));
  }

  /// A column as messages name it: by its name, or its 0-based index where it has none of its own.
  public String describe(int column) {
    String name = names.get(column);
    return isOwn(name) ? "column '%s'".formatted(name) : "column index " + column;
  }

  private boolean isOwn(String name) {
    return !name.isEmpty() && names.indexOf(name) == names.lastIndexOf(name);
  }

  /// A column as an option names it: by its name, or its 0-based index where a shell or a list of
  /// columns would take the name apart, or for an index.
  public String choice(int column) {
    String name = names.get(column);
    return isOwn(name) && name.matches("(?![0-9]+$)[\\p{L}\\p{N}_.][\\p{L}\\p{N}_.:/-]*")
        ? name
        : Integer.toString(column);
  }

  /// A count with its noun, such as "1 column" or "2 columns".
  public static String count(int count, String what) {
    return count == 1 ? "1 " + what : count + " " + what + "s";
  }

  private static Columns textLike(
      Schema schema, String file, ColumnFinder finder, BitSet index, Roles asked) {
    Column text =
        asked.text().isPresent()
            ? finder.asked("--text", asked.text())
            : finder
                .named(schema.text().name())
                .orElseGet(() -> messageAt(schema, file, finder, index));
    Column label = Column.NONE;
    if (asked.label().isPresent()) {
      label = finder.asked("--label", asked.label());
      finder.requireDistinct(label, Column.NONE, text);
    } else {
      Optional<Column> byName =
          finder.named(schema.label().name()).filter(column -> column.index() != text.index());
      int place = schema.label().index();
      if (byName.isPresent()) {
        label = byName.get();
      } else if (schema.label().exists() && place < finder.columnCount() && place != text.index()) {
        label = finder.at(place);
      }
    }
    return result(schema, finder, label, text, roles(finder, label, Column.NONE, text));
  }

  private static Column messageAt(Schema schema, String file, ColumnFinder finder, BitSet index) {
    if (finder.columnCount() == 1) {
      return finder.at(0);
    }
    requirePlaces(schema, file, index);
    if (schema.text().index() < finder.columnCount()) {
      return finder.at(schema.text().index());
    }
    throw new DataException(
        "%s has %s; expected messages in column index %d"
            .formatted(file, count(finder.columnCount(), "column"), schema.text().index()));
  }

  private static Columns namedLike(
      Schema schema, String file, ColumnFinder finder, Roles asked, LabelUse labelUse) {
    Column label = Column.NONE;
    if (asked.label().isPresent()) {
      label = finder.asked("--label", asked.label());
      if (schema.featureNames().contains(label.name())) {
        finder.requireDistinct("the label", label, "a feature of the model", label);
      }
    } else if (labelUse == LabelUse.IGNORED || schema.label().name().isEmpty()) {
      label = inPlace(schema.label(), finder);
    }
    if (!label.exists()) {
      label = finder.named(schema.label().name()).orElse(Column.NONE);
    }
    int[] roles = roles(finder, label, Column.NONE, Column.NONE);
    List<String> absent = new ArrayList<>();
    for (int feature = 0; feature < schema.featureNames().size(); feature++) {
      Optional<Column> column = finder.feature(schema.featureNames().get(feature));
      if (column.isEmpty() || column.get().index() == label.index()) {
        absent.add(schema.featureNames().get(feature));
      } else {
        roles[column.get().index()] = feature;
      }
    }
    if (!absent.isEmpty()) {
      throw new DataException(
          "%s has no column '%s'%s; expected all %d features of the model"
              .formatted(
                  file,
                  absent.getFirst(),
                  absent.size() == 1 ? "" : " and lacks " + (absent.size() - 1) + " more",
                  schema.featureNames().size()));
    }
    return result(schema, finder, label, Column.NONE, roles);
  }

  /// The column that has the place and the name, perhaps none, of one of the fitted file.
  private static Column inPlace(Column known, ColumnFinder finder) {
    boolean same =
        known.exists()
            && known.index() < finder.columnCount()
            && finder.names().get(known.index()).equals(known.name());
    return same ? known : Column.NONE;
  }

  /// Refuses a file with an index of its rows where features are known by their places, unless the
  /// fitted file had columns there that were left out.
  private static void requirePlaces(Schema schema, String file, BitSet index) {
    BitSet unexpected = (BitSet) index.clone();
    BitSet known = new BitSet();
    schema.dropped().addTo(known);
    unexpected.andNot(known);
    if (!unexpected.isEmpty()) {
      throw new DataException(
          "%s, column index %d names or counts the rows, and the model matches columns by position; remove it, or add a header that names all columns of the model"
              .formatted(file, unexpected.nextSetBit(0)));
    }
  }

  /// Refuses a file without names that lacks the label or the weight of the fitted one: which of
  /// them says where the features behind it are.
  private static void requireLabelAndWeight(Schema schema, String file, ColumnFinder finder) {
    int whole = schema.featureNames().size() + schema.noFeatures().size();
    if (schema.label().exists() && schema.weight().exists() && finder.columnCount() == whole - 1) {
      throw new DataException(
          "%s has %s, one fewer than the training file, and it is unclear whether the label or the weight is absent; use --label, or a file of %d columns with both or %d with neither"
              .formatted(file, count(finder.columnCount(), "column"), whole, whole - 2));
    }
  }

  private static Columns placedLike(Schema schema, String file, ColumnFinder finder, Roles asked) {
    int featureCount = schema.featureNames().size();
    int extra = finder.columnCount() - featureCount;
    boolean hasWeight = extra == 2 && schema.weight().exists();
    Column weight = hasWeight ? finder.at(schema.weight().index()) : Column.NONE;
    Column label = Column.NONE;
    if (asked.label().isPresent()) {
      label = finder.asked("--label", asked.label());
    } else if (extra > 0 && schema.label().exists()) {
      int shift =
          !hasWeight && schema.weight().exists() && schema.weight().index() < schema.label().index()
              ? 1
              : 0;
      int index = schema.label().index() - shift;
      label = index < finder.columnCount() ? finder.at(index) : Column.NONE;
    }
    finder.requireDistinct(label, weight, Column.NONE);
    int[] roles = roles(finder, label, weight, Column.NONE);
    int feature = 0;
    for (int column = 0; column < roles.length; column++) {
      if (column == weight.index()) {
        roles[column] = UNUSED;
      } else if (roles[column] == UNUSED) {
        roles[column] = feature++;
      }
    }
    if (feature != featureCount) {
      throw new DataException(
          "%s has %s; the model has %s: expected %s, or %d with %s"
              .formatted(
                  file,
                  count(finder.columnCount(), "column"),
                  count(featureCount, "feature"),
                  count(featureCount, "column"),
                  featureCount + 1,
                  schema.label().exists() ? "the label" : "the one that --label names"));
    }
    return result(schema, finder, label, Column.NONE, roles);
  }

  /// Matches by position if columns of the training file were left out: all of its columns are
  /// there, or all but the weight, or all but the weight and the label. A file of the features
  /// alone could be mistaken for one of these.
  private static Columns wholeLike(Schema schema, String file, ColumnFinder finder, Roles asked) {
    long whole = (long) schema.featureNames().size() + schema.noFeatures().size();
    long withoutWeight = schema.weight().exists() ? whole - 1 : whole;
    long withoutLabel = schema.label().exists() ? withoutWeight - 1 : withoutWeight;
    int found = finder.columnCount();
    if (found != whole && found != withoutWeight && found != withoutLabel) {
      throw new DataException(
          "%s has %s; expected %d, as in the training file with its left-out columns, or %d without the label"
              .formatted(file, count(found, "column"), withoutWeight, withoutLabel));
    }
    BitSet absent = new BitSet();
    if (found != whole && schema.weight().exists()) {
      absent.set(schema.weight().index());
    }
    if (found == withoutLabel && schema.label().exists()) {
      absent.set(schema.label().index());
    }
    BitSet noFeatures = new BitSet();
    schema.noFeatures().addTo(noFeatures);
    int[] roles = new int[found];
    Column label = Column.NONE;
    int column = 0;
    int feature = 0;
    for (int fitted = 0; fitted < whole; fitted++) {
      if (!absent.get(fitted)) {
        roles[column] = noFeatures.get(fitted) ? UNUSED : feature++;
        label = fitted == schema.label().index() ? finder.at(column) : label;
        column++;
      }
    }
    if (asked.label().isPresent()) {
      label = finder.asked("--label", asked.label());
      if (roles[label.index()] != UNUSED) {
        finder.requireDistinct("the label", label, "a feature", label);
      }
    }
    if (label.exists()) {
      roles[label.index()] = LABEL;
    }
    return result(schema, finder, label, Column.NONE, roles);
  }

  /// Columns whose schema says where they are in this file, as messages about it do.
  private static Columns result(
      Schema schema, ColumnFinder finder, Column label, Column text, int[] roles) {
    BitSet unused = new BitSet();
    for (int column = 0; column < roles.length; column++) {
      unused.set(column, roles[column] == UNUSED);
    }
    return new Columns(
        roles,
        finder.names(),
        new Schema(
            schema.named(),
            schema.featureNames(),
            label,
            Column.NONE,
            text,
            ColumnSet.of(unused),
            0));
  }

  private static int[] roles(ColumnFinder finder, Column label, Column weight, Column text) {
    int[] roles = new int[finder.columnCount()];
    Arrays.fill(roles, UNUSED);
    if (label.exists()) {
      roles[label.index()] = LABEL;
    }
    if (weight.exists()) {
      roles[weight.index()] = WEIGHT;
    }
    if (text.exists()) {
      roles[text.index()] = TEXT;
    }
    return roles;
  }

  private static Column lastBut(
      Column weight, Column text, BitSet chosen, BitSet dropped, ColumnFinder finder) {
    for (int column = finder.columnCount() - 1; column >= 0; column--) {
      if (column != weight.index()
          && column != text.index()
          && !chosen.get(column)
          && !dropped.get(column)) {
        return finder.at(column);
      }
    }
    return Column.NONE;
  }
}
