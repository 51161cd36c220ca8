package org.lanewise.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class LineBufferTest {

  private static String shown(LineBuffer lines) {
    return new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8);
  }

  @Property(seed = "1", tries = 1000)
  void writesNumbersAsJavaDoes(
      @ForAll @LongRange(min = 0) long integer,
      @ForAll @LongRange(min = Long.MIN_VALUE) long bits) {
    double number = Double.longBitsToDouble(bits);
    assertEquals(
        integer + "," + (integer >>> 40) + "\u00E9 " + number + "\n",
        shown(
            new LineBuffer()
                .append(integer)
                .append(',')
                .append(integer >>> 40)
                .append("\u00E9 ")
                .append(number)
                .append('\n')));
  }

  @Property(seed = "2", tries = 3)
  void growsAsNeeded(@ForAll @LongRange(min = 0, max = 9) long digit) {
    LineBuffer lines = new LineBuffer();
    for (int i = 0; i < 10_000; i++) {
      lines.append(digit);
    }
    assertEquals(Long.toString(digit).repeat(10_000), shown(lines));
  }
}
