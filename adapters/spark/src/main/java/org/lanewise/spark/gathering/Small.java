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
/// @param parts the parts by their keys; null if they stay on the executor
/// @param pieces the number of the last piece plus 1
/// @param largest the size of the largest part in bytes
record Small(byte[] headingBytes, TreeMap<Long, byte[]> parts, int pieces, long largest)
    implements Serializable {

  Heading heading() {
    return Heading.of(headingBytes);
  }

  /// Whether the message contains the parts.
  boolean isWhole() {
    return parts != null;
  }

  /// Makes the message from a partition's parts.
  ///
  /// @param most the largest number of bytes to send
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
