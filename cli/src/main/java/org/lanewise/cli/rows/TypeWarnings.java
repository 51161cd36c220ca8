package org.lanewise.cli.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;

/// Warnings about columns that look like another type than the inferred one, or like no feature.
///
/// @param rows the rows whose columns have types
/// @param missing the text of a missing value, if one was given
record TypeWarnings(Table rows, Optional<String> missing) {

  /// So few texts among so many numbers are hardly categories.
  private static final int FEW_TEXTS = 3;

  private static final int MANY_NUMBERS = 10;

  /// Marks from 1 to 5, where the text looks like a missing value.
  private static final int SOME_NUMBERS = 2;

  /// Fewer values may be all there are: marks, years, sizes.
  private static final int FEW_VALUES = 10;

  /// 2024-07-01, 1.7.2024, 07/01/24, each perhaps with a time.
  private static final Pattern DATE =
      Pattern.compile(
          "([0-9]{4}([-/.])[0-9]{1,2}\\2[0-9]{1,2}|[0-9]{1,2}([-/.])[0-9]{1,2}\\3([0-9]{4}|[0-9]{2}))([T"
              + " ][0-9]{1,2}:.*)?");

  /// 20240701.
  private static final Pattern DATE_OF_DIGITS =
      Pattern.compile("(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])");

  /// 1,5 and, among such, 2.
  private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?[0-9]+(,[0-9]+)?");

  /// 1,234 and 1,234.5.
  private static final Pattern THOUSANDS =
      Pattern.compile("[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\\.[0-9]+)?");

  /// 01234, which as a number would be 1234.
  private static final Pattern LEADING_ZERO = Pattern.compile("[+-]?0[0-9].*");

  /// A sentence for each column with a warning.
  List<String> of(ColumnTypes types) {
    List<String> warnings = new ArrayList<>();
    for (int feature = 0; feature < types.types().size(); feature++) {
      List<String> texts = ColumnTypes.cells(rows).dictionaries().get(feature);
      if (types.types().get(feature) == ColumnType.CATEGORY) {
        addCategories(feature, texts, warnings);
      } else if (types.types().get(feature) == ColumnType.NUMBER) {
        addNumbers(feature, texts, warnings);
      }
    }
    return warnings;
  }

  /// A sentence on a column of categories that are numbers except for a few texts.
  Optional<String> numbersWithTexts(int feature) {
    List<String> all = ColumnTypes.cells(rows).dictionaries().get(feature);
    List<String> texts = texts(all);
    int numbers = all.size() - texts.size();
    int enough = texts.stream().allMatch(DataException::looksMissing) ? SOME_NUMBERS : MANY_NUMBERS;
    if (texts.isEmpty() || texts.size() > FEW_TEXTS || numbers < enough) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is read as categories because of '%s', but %d other values are numbers; if the text is a missing value, use --missing"
            .formatted(rows.schema().describe(feature), texts.getFirst(), numbers));
  }

  private static List<String> texts(List<String> all) {
    return all.stream().filter(text -> Double.isNaN(ColumnTypes.number(text))).toList();
  }

  private void addCategories(int feature, List<String> all, List<String> warnings) {
    String column = rows.schema().describe(feature);
    String choice = rows.schema().choice(feature);
    numbersWithTexts(feature)
        .map(found -> found + "; use --column %s=number to locate it".formatted(choice))
        .ifPresent(warnings::add);
    all.stream()
        .filter(text -> ColumnTypes.isMissing(text, missing))
        .findFirst()
        .ifPresent(text ->
            warnings.add(
                "%s has the category '%s', which is not the same text as --missing '%s'; use --column %s=number to read numbers"
                    .formatted(column, text, missing.orElseThrow(), choice)));
    List<String> texts = texts(all);
    if (!texts.isEmpty() && texts.stream().allMatch(text -> THOUSANDS.matcher(text).matches())) {
      warnings.add(
          "%s looks like numbers with thousands separators, such as '%s', but each of its %d values becomes a category; remove the separators, or use --decimal , if they are decimal commas"
              .formatted(column, texts.getFirst(), all.size()));
    } else if (!texts.isEmpty()
        && all.stream().allMatch(text -> DECIMAL_COMMA.matcher(text).matches())) {
      warnings.add(
          "%s looks like numbers with decimal commas, such as '%s', but each of its %d values becomes a category; use --decimal , to read numbers"
              .formatted(column, texts.getFirst(), all.size()));
    }
    ColumnTypes.ofSigns(column, texts).ifPresent(warnings::add);
    // More are reported as identifiers.
    if (2L * all.size() <= rows.rowCount()
        && all.stream().allMatch(text -> DATE.matcher(text).matches())) {
      warnings.add(
          "%s looks like a date, but each of its %d dates, such as '%s', becomes a category; use --drop %s to leave it out"
              .formatted(column, all.size(), all.getFirst(), choice));
    }
  }

  private void addNumbers(int feature, List<String> all, List<String> warnings) {
    List<String> texts =
        all.stream().filter(text -> !ColumnTypes.isMissing(text, missing)).toList();
    texts.stream()
        .filter(text -> LEADING_ZERO.matcher(text).matches())
        .findFirst()
        .ifPresent(text ->
            warnings.add(
                "%s looks like a code, such as %s, but is used as a number; use --column %s=category, or --drop %s to leave it out"
                    .formatted(
                        rows.schema().describe(feature),
                        text,
                        rows.schema().choice(feature),
                        rows.schema().choice(feature))));
    if (texts.size() <= FEW_VALUES) {
      return;
    }
    String found = "";
    if (texts.stream().allMatch(text -> DATE_OF_DIGITS.matcher(text).matches())) {
      found = "a date";
    } else if (areConsecutive(feature, texts)) {
      found = "row numbers";
    }
    if (!found.isEmpty()) {
      warnings.add(
          "%s looks like %s, such as %s, but is used as a number; use --drop %s to leave it out"
              .formatted(
                  rows.schema().describe(feature),
                  found,
                  texts.getFirst(),
                  rows.schema().choice(feature)));
    }
  }

  /// Whether each row has a whole number of its own, and none between them is left out.
  private boolean areConsecutive(int feature, List<String> texts) {
    for (int code : ColumnTypes.cells(rows).codes()[feature]) {
      if (code == CategoryFeatures.MISSING) {
        return false;
      }
    }
    double[] sorted = texts.stream().mapToDouble(ColumnTypes::number).sorted().toArray();
    return sorted.length == rows.rowCount()
        && DoubleStream.of(sorted).allMatch(value -> value == Math.rint(value))
        && DoubleStream.of(sorted).distinct().count() == sorted.length
        && sorted[sorted.length - 1] - sorted[0] == sorted.length - 1;
  }
}
