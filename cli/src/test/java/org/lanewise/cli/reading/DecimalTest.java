package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {

  private static void assertAsJavaReadsIt(String text) {
    char[] chars = ("x" + text + "y").toCharArray();
    double found = Decimal.parse(chars, 1, chars.length - 1);
    assertEquals(
        Double.doubleToRawLongBits(Double.parseDouble(text)),
        Double.doubleToRawLongBits(found),
        text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+0.0",
        "-0e5",
        "1",
        "+1",
        "-1",
        "1.",
        ".5",
        "-.5",
        "00012",
        "0.1",
        "1e22",
        "1e23",
        "1e-22",
        "1e-23",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993e22",
        "123456789012345678",
        "1234567890123456789",
        "1.300000000000000000e+01",
        "0.000000000000000000e+00",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "1e400",
        "-1e400",
        "4.9e-324",
        "2.4e-324",
        "1e-400",
        "2.2250738585072011e-308",
        "1E5",
        "1e+5",
        "0.3e1",
        "1e0000000001",
        "1e-99999999999",
        "0e99999999999",
        "100000000000000000000000000000000000000",
        "0.00000000000000000000000000001",
        "3.14159265358979323846264338327950288"
      })
  void readsNumbersAsJavaDoes(String text) {
    assertAsJavaReadsIt(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        ".",
        "e5",
        ".e5",
        "1e",
        "1e+",
        "1e5.0",
        "1.2.3",
        "1d",
        "1f",
        "1F",
        "0x10",
        "0x1p3",
        "NaN",
        "Infinity",
        "-Infinity",
        "inf",
        "1 ",
        " 1",
        "1,5",
        "1_000",
        "--1",
        "\u0661",
        "1e5x",
        "\0"
      })
  void refusesWhatIsNoDecimalNumber(String text) {
    assertTrue(Double.isNaN(Decimal.parse(text.toCharArray(), 0, text.length())), text);
  }

  @Property(seed = "1", tries = 2000)
  void readsEveryDoubleBack(@ForAll @LongRange(min = Long.MIN_VALUE) long bits) {
    double value = Double.longBitsToDouble(bits);
    if (Double.isFinite(value)) {
      assertAsJavaReadsIt(Double.toString(value));
      assertAsJavaReadsIt(String.format(Locale.ROOT, "%.18e", value));
    }
  }

  @Property(seed = "2", tries = 2000)
  void roundsShortDecimalsCorrectly(
      @ForAll long digits, @ForAll @IntRange(min = -40, max = 40) int scale) {
    assertAsJavaReadsIt(BigDecimal.valueOf(digits, scale).toString());
    assertAsJavaReadsIt(BigDecimal.valueOf(digits, scale).toPlainString());
    assertAsJavaReadsIt(BigDecimal.valueOf(digits % 1_000_000, scale).toPlainString());
  }
}
