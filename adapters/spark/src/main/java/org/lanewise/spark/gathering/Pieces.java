package org.lanewise.spark.gathering;

import java.util.Iterator;
import java.util.Objects;
import java.util.stream.Stream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.spark.rows.RowSchema;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

/// Joins the pieces of all rows on the driver, with no more than the whole and one piece in memory.
final class Pieces {

  private Pieces() {}

  /// @param parts one part for each piece
  /// @throws BadDataException if parts do not match
  static Statistics joined(Iterator<Part> parts, RowSchema schema, Heading heading) {
    Statistics first = statistics(parts.next());
    Classes classes =
        schema.classNames() == null
            ? Classes.sorted(heading.classes().stream().map(index -> "" + index).toList())
            : Classes.of(schema.classNames());
    if (!parts.hasNext() && first.classCount() == classes.count()) {
      return first;
    }
    return GaussianStatistics.joined(
        classes,
        heading.rowCount(),
        () ->
            Stream.concat(
                    Stream.of(first),
                    Stream.generate(() -> parts.hasNext() ? parts.next() : null)
                        .takeWhile(Objects::nonNull)
                        .map(Pieces::statistics))
                .map(GaussianStatistics.class::cast)
                .iterator());
  }

  private static Statistics statistics(Part part) {
    if (part.refusal() != null) {
      throw new BadDataException("%s", part.refusal());
    }
    return part.statistics();
  }
}
