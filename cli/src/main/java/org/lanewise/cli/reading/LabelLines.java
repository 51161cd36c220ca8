package org.lanewise.cli.reading;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.parsing.Truth;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Classes;

/// A file of labels, one a line.
///
/// @param classes their names, sorted
/// @param indices for each line the index of its class, or [#MISSING]
record LabelLines(Classes classes, int[] indices) {

  /// Of a line without a label.
  static final int MISSING = -1;

  /// Reads a file.
  ///
  /// @param missing the text of a missing label, in addition to an empty line
  /// @param rowCount how many lines are expected
  /// @param rows the file of the rows, for the message
  /// @throws DataException if it cannot be read, or has more lines or fewer
  static LabelLines read(Path file, Optional<String> missing, long rowCount, Path rows) {
    Map<String, Integer> codes = new LinkedHashMap<>();
    int[] found = new int[(int) Math.min(rowCount, Integer.MAX_VALUE - 8)];
    long lines = 0;
    try (Source source = Source.open(file, (done, total) -> {})) {
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(source.stream(), StandardCharsets.UTF_8.newDecoder()));
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (lines < found.length) {
          String label = Truth.named(line);
          boolean isMissing = label.isEmpty() || missing.filter(label::equals).isPresent();
          found[(int) lines] =
              isMissing ? MISSING : codes.computeIfAbsent(label, name -> codes.size());
        }
        lines++;
      }
    } catch (CharacterCodingException e) {
      throw new DataException("%s is not UTF-8".formatted(file), e);
    } catch (IOException e) {
      throw Source.problem(file.toString(), e);
    }
    if (lines != rowCount) {
      throw new DataException(
          "%s has %d lines; expected %d, a label for each row of %s"
              .formatted(file, lines, rowCount, rows));
    }
    List<String> names = List.copyOf(codes.keySet());
    Classes sorted = Classes.sorted(names);
    int[] to = names.stream().mapToInt(sorted::indexOf).toArray();
    Arrays.setAll(found, line -> found[line] < 0 ? MISSING : to[found[line]]);
    return new LabelLines(sorted, found);
  }

  /// Those of some rows that have one, from a row on.
  int[] kept(long first, int count) {
    return IntStream.range((int) first, (int) first + count)
        .map(row -> indices[row])
        .filter(index -> index != MISSING)
        .toArray();
  }
}
