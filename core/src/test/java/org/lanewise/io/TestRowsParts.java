package org.lanewise.io;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The content of test rows, for the golden files.
public record TestRowsParts(List<String> lines, double[] values, double[] logJoints) {

  /// The content of the test rows of a model.
  public static TestRowsParts of(TestRows rows) {
    Stream<String> head =
        Stream.of(
            "test rows: arithmetic %d, mixed %s".formatted(rows.arithmetic(), rows.isMixed()));
    Stream<String> blocks =
        rows.blocks().stream()
            .map(block -> "test rows, block: %d %s".formatted(block.featureCount(), block.kind()));
    String entries =
        "test rows, entries: %s %s"
            .formatted(Arrays.toString(rows.starts()), Arrays.toString(rows.features()));
    return new TestRowsParts(
        Stream.of(head, blocks, Stream.of(entries)).flatMap(part -> part).toList(),
        rows.values(),
        rows.logJoints());
  }
}
