package org.lanewise.spark.gathering;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import scala.Tuple2;

/// The first message of a partition to the driver: its parts if they are small, or else the number
/// and size of its pieces.
///
/// @param headingBytes the heading of the partition
/// @param parts by their keys; null where they stay where they are
/// @param pieces one more than the number of the last piece
/// @param largest the bytes of the largest part
record Small(byte[] headingBytes, TreeMap<Long, byte[]> parts, int pieces, long largest)
    implements Serializable {

  Heading heading() {
    return Heading.of(headingBytes);
  }

  /// Whether the parts are here.
  boolean isWhole() {
    return parts != null;
  }

  /// Makes it of a partition's parts.
  ///
  /// @param most how many bytes of them are few
  record Of(long most) implements FlatMapFunction<Iterator<Tuple2<Long, byte[]>>, Small> {

    @Override
    public Iterator<Small> call(Iterator<Tuple2<Long, byte[]>> all) {
      byte[] heading = null;
      TreeMap<Long, byte[]> parts = new TreeMap<>();
      int pieces = 0;
      long largest = 0;
      long sum = 0;
      while (all.hasNext()) {
        Tuple2<Long, byte[]> part = all.next();
        int piece = Keys.piece(part._1());
        if (piece == Keys.HEADING) {
          heading = part._2();
          continue;
        }
        pieces = Math.max(pieces, piece + 1);
        largest = Math.max(largest, part._2().length);
        sum += part._2().length;
        if (parts != null) {
          parts.put(part._1(), part._2());
        }
        if (sum > most) {
          parts = null;
        }
      }
      return List.of(new Small(heading, parts, pieces, largest)).iterator();
    }
  }
}
