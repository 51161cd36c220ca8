import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.QuadraticDiscriminant;

/// Values in memory off the heap, read where they lie: here floats row by row, and shorts column by
/// column. Doubles, longs, ints and bytes are read likewise.
public final class OffHeap {

  public static void main(String[] arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment rows =
          arena.allocateFrom(
              ValueLayout.JAVA_FLOAT, 1, 9, 2, 8, 1, 7, 3, 9, 8, 1, 9, 3, 7, 2, 9, 1);
      MemorySegment columns = arena.allocateFrom(ValueLayout.JAVA_SHORT, (short) 8, (short) 2);
      Labels labels = Labels.of("low", "low", "low", "low", "high", "high", "high", "high");

      QuadraticDiscriminant model =
          QuadraticDiscriminant.fit(
              NumericColumns.ofRowMajor(ValueLayout.JAVA_FLOAT, rows, 8, 2), labels);
      String[] found =
          model.scorer().label(NumericColumns.ofColumnMajor(ValueLayout.JAVA_SHORT, columns, 1, 2));

      System.out.println(found[0]);
    }
  }
}
