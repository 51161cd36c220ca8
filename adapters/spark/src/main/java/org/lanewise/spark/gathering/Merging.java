package org.lanewise.spark.gathering;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import scala.Tuple2;

/// Merges parts, which arrive in the order of their keys, into one for each group of neighbours,
/// with at most two parts in memory.
final class Merging implements PairFlatMapFunction<Iterator<Tuple2<Long, byte[]>>, Long, byte[]> {

  private static final long serialVersionUID = 1L;

  @Override
  public Iterator<Tuple2<Long, byte[]>> call(Iterator<Tuple2<Long, byte[]>> parts) {
    return new Iterator<>() {

      private Tuple2<Long, byte[]> next = parts.hasNext() ? parts.next() : null;

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public Tuple2<Long, byte[]> next() {
        if (next == null) {
          throw new NoSuchElementException();
        }
        long group = Keys.group(next._1());
        byte[] alone = next._2();
        Part merged = null;
        next = parts.hasNext() ? parts.next() : null;
        while (next != null && Keys.group(next._1()) == group) {
          merged = merged == null ? Part.of(alone) : merged;
          alone = null;
          merged = merged.merge(Part.of(next._2()));
          next = parts.hasNext() ? parts.next() : null;
        }
        // A part without neighbours stays as it is.
        return new Tuple2<>(group, merged == null ? alone : merged.bytes());
      }
    };
  }
}
