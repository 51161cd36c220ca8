package org.lanewise.cli.gathering;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.Features;
import org.lanewise.text.Vocabulary;

/// Whether two files of statistics say the same of rows, so that they may be put together.
final class Agreement {

  private Agreement() {}

  /// Refuses statistics that say different things of rows.
  ///
  /// @param operation what is done to them, as `merged with`
  /// @param notes takes sentences on what is assumed
  /// @throws DataException if they do
  static void require(Gathered first, Gathered next, String operation, Consumer<String> notes) {
    if (!first.what().equals(next.what())) {
      throw new DataException(
          "%s contains %s, gathered for %s, but %s contains %s, gathered for %s; expected statistics of one kind"
              .formatted(
                  first.file(), first.what(), first.kind(), next.file(), next.what(), next.kind()));
    }
    requireSame("rows", rows(first), rows(next), first, next);
    for (Parameter option :
        List.of(Parameter.BINARIZE, Parameter.NUMBERS, Parameter.INCOMPLETE, Parameter.TOKENS)) {
      requireSame(option, first, next);
    }
    Optional<Features> frozen =
        first
            .inputs()
            .vocabulary()
            .filter(words -> words.text().isFrozen())
            .map(Vocabulary::features);
    if (frozen.isPresent()
        && !frozen.equals(next.inputs().vocabulary().map(Vocabulary::features))) {
      throw new DataException(
          "%s and %s counted the messages of each word apart, so that their words or weights differ; gather without --min-documents, --max-documents and tf-idf"
              .formatted(first.file(), next.file()));
    }
    if (missingMayBeValue(first) || missingMayBeValue(next)) {
      requireSame(Parameter.MISSING, first, next);
    }
    requireSameTypes(first, next);
    requireSameLabel(first, next, notes);
    Schema known = first.inputs().schema();
    Schema other = next.inputs().schema();
    boolean byPlace =
        !known.isSparse() && !known.text().exists() && !(known.named() && other.named());
    if (byPlace) {
      requireSame("number of columns", width(first), width(next), first, next);
      requireSamePlaces(first, next, operation);
    }
  }

  /// Whether the text of a missing value is a value where another text stands for one: a category,
  /// a message, or a number. Any other text among numbers is refused when it is read.
  private static boolean missingMayBeValue(Gathered gathered) {
    Inputs inputs = gathered.inputs();
    return inputs.categories().isPresent()
        || inputs.vocabulary().isPresent()
        || inputs.missing().filter(text -> !Double.isNaN(ColumnTypes.number(text))).isPresent();
  }

  /// Refuses labels of columns that have different names. A column without a name may be any.
  private static void requireSameLabel(Gathered first, Gathered next, Consumer<String> notes) {
    String known = first.inputs().schema().label().name();
    String other = next.inputs().schema().label().name();
    if (known.isEmpty() != other.isEmpty()) {
      Gathered unnamed = known.isEmpty() ? first : next;
      String label = known + other;
      if (unnamed.statistics().classes().names().contains(label)) {
        throw new DataException(
            "%s has no column names and a class '%s', which is the name of the label of %s; its first line is a header that was taken for a row: gather it with --header"
                .formatted(unnamed.file(), label, (known.isEmpty() ? next : first).file()));
      }
      notes.accept(
          "%s does not name its label; assuming '%s', the label of %s"
              .formatted(
                  known.isEmpty() ? first.file() : next.file(),
                  known.isEmpty() ? other : known,
                  known.isEmpty() ? next.file() : first.file()));
    } else if (!known.equals(other)) {
      throw new DataException(
          "the label of %s is '%s', but that of %s is '%s'; expected the same label"
              .formatted(first.file(), known, next.file(), other));
    }
  }

  private static void requireSame(Parameter option, Gathered first, Gathered next) {
    String missing = "no " + option.option();
    requireSame(
        "options",
        Optional.ofNullable(first.options().get(option))
            .map(text -> option.option() + " " + text)
            .orElse(missing),
        Optional.ofNullable(next.options().get(option))
            .map(text -> option.option() + " " + text)
            .orElse(missing),
        first,
        next);
  }

  /// Refuses statistics that were gathered in different ways.
  static void requireSame(String what, String known, String other, Gathered first, Gathered next) {
    if (!known.equals(other)) {
      throw new DataException(
          "%s was gathered with %s, but %s with %s; expected the same %s"
              .formatted(first.file(), known, next.file(), other, what));
    }
  }

  private static String rows(Gathered gathered) {
    Schema schema = gathered.inputs().schema();
    return schema.isSparse() ? "sparse lines" : schema.text().exists() ? "messages" : "a table";
  }

  private static String width(Gathered gathered) {
    return Columns.count(gathered.inputs().schema().fileFeatureCount(), "feature column");
  }

  private static void requireSameTypes(Gathered first, Gathered next) {
    if (first.inputs().types().isEmpty() || next.inputs().types().isEmpty()) {
      return;
    }
    ColumnTypes types = first.inputs().types().get();
    ColumnTypes others = next.inputs().types().get();
    Schema known = first.inputs().schema();
    Schema other = next.inputs().schema();
    boolean byName = known.named() && other.named();
    if (types.has(ColumnType.TEXT) && known.named() != other.named()) {
      throw new DataException(
          "%s has column names, but %s has none; with a text column, expected names in both or in none"
              .formatted(
                  (known.named() ? first : next).file(), (known.named() ? next : first).file()));
    }
    for (int j = 0; j < types.types().size(); j++) {
      int at = byName ? other.featureNames().indexOf(known.featureNames().get(j)) : j;
      if (at < 0 || at >= others.types().size()) {
        if (types.types().get(j) == ColumnType.TEXT) {
          throw new DataException(
              "%s has no %s, the text column of %s; expected the same columns"
                  .formatted(next.file(), known.describe(j), first.file()));
        }
        // The statistics say better what is not there.
        continue;
      }
      ColumnType type = types.types().get(j);
      ColumnType otherType = others.types().get(at);
      if (type != otherType) {
        String column = known.named() ? known.featureNames().get(j) : "" + known.indexOf(j);
        throw new DataException(
            "%s is a %s in %s, but a %s in %s; gather both with --column %s=TYPE"
                .formatted(
                    known.describe(j),
                    type.id(),
                    first.file(),
                    otherType.id(),
                    next.file(),
                    column));
      }
    }
  }

  /// Refuses columns without names that are put together by their places, and lie in others.
  private static void requireSamePlaces(Gathered first, Gathered next, String operation) {
    Schema known = first.inputs().schema();
    Schema other = next.inputs().schema();
    boolean same =
        known.label().index() == other.label().index()
            && known.weight().index() == other.weight().index()
            && Objects.equals(known.dropped(), other.dropped());
    if (!same) {
      throw new DataException(
          "%s has no column names and cannot be %s %s by position, because the label, the weight or left-out columns are elsewhere; expected names in both, or the same positions"
              .formatted(
                  known.named() ? next.file() : first.file(),
                  operation,
                  other(known, first, next)));
    }
  }

  private static String other(Schema known, Gathered first, Gathered next) {
    return known.named() ? first.file() : next.file();
  }
}
