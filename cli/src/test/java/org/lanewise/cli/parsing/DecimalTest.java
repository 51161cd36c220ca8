package org.lanewise.cli.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {

  private static void assertAsJavaReadsIt(String text) {
    byte[] bytes = ("x" + text + "y").getBytes(StandardCharsets.ISO_8859_1);
    double found = Decimal.parse(bytes, 1, bytes.length - 1);
    assertEquals(
        Double.doubleToRawLongBits(Double.parseDouble(text)),
        Double.doubleToRawLongBits(found),
        text);
    byte[] quoted = ("\"" + text + "\"").getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(
        Double.doubleToRawLongBits(found),
        Double.doubleToRawLongBits(Decimal.parse(quoted, 1, quoted.length - 1)),
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
    assertTrue(
        Double.isNaN(
            Decimal.parse(
                text.getBytes(StandardCharsets.UTF_8),
                0,
                text.getBytes(StandardCharsets.UTF_8).length)),
        text);
  }

  /// Numbers that were wrong in some language once, and those of the tests of David Gay, Vern
  /// Paxson and Nelson Beebe, and Rick Regan.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2.2250738585072012e-308",
        "2.2250738585072011e-308",
        "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
        "9007199254740991.4999999999999999999999999999999995",
        "9007199254740992.999999999999999999",
        "9007199254740993.000000000000000000000000000000000000000000001",
        "9214843084008499",
        "0.500000000000000166533453693773481063544750213623046875",
        "30078505129381147446200",
        "1777820000000000000001",
        "0.500000000000000166547006220929549868969843373633921146392822265625",
        "0.50000000000000016656055874808561867439493653364479541778564453125",
        "0.3932922657273",
        "6929495644600919.5",
        "3.7455744005952583e15",
        "2.2250738585072014e-308",
        "1.7976931348623158e308",
        "1.797693134862315807e308",
        "1.797693134862315808e308",
        "4.9406564584124654e-324",
        "2.4703282292062327208299999999999999e-324",
        "2.4703282292062327209e-324",
        "5e-324",
        "8.41e21",
        "9.07e21",
        "5e-20",
        "9.5e-1",
        "67e14",
        "985e15",
        "7693e-42",
        "55895e-16",
        "996622e-44",
        "7038531e-32",
        "60419369e-46",
        "702990899e-20",
        "6930161142e-48",
        "25933168707e+13",
        "596428896559e+20",
        "3e-324",
        "3580e-323",
        "7120190517612959703e+120",
        "8216881041133e-329",
        "358416272e-33",
        "1e23",
        "8.5e22",
        "179769313486231580793e289",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001e99"
      })
  void readsTheHardOnesAsJavaDoes(String text) {
    assertAsJavaReadsIt(text);
    assertAsJavaReadsIt("-" + text);
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

  @Property(seed = "3", tries = 2000)
  void readsEveryDoubleInEveryFormat(
      @ForAll @LongRange(min = Long.MIN_VALUE) long bits,
      @ForAll @IntRange(min = 0, max = 25) int digits) {
    double value = Double.longBitsToDouble(bits);
    if (Double.isFinite(value)) {
      assertAsJavaReadsIt(String.format(Locale.ROOT, "%." + digits + "e", value));
      assertAsJavaReadsIt(new BigDecimal(value).toPlainString());
      assertAsJavaReadsIt(new BigDecimal(value).toString());
    }
  }

  @Property(seed = "4", tries = 2000)
  void readsNumbersOfFilesInEveryFormat(
      @ForAll @DoubleRange(min = -1e6, max = 1e6) double value,
      @ForAll @IntRange(min = 0, max = 20) int digits) {
    assertAsJavaReadsIt(String.format(Locale.ROOT, "%." + digits + "f", value));
    assertAsJavaReadsIt(String.format(Locale.ROOT, "%." + digits + "E", value));
    assertAsJavaReadsIt(Float.toString((float) value));
    assertAsJavaReadsIt(Double.toString(value));
  }

  @Property(seed = "5", tries = 1000)
  void roundsWhatIsBetweenTwoDoublesAsJavaDoes(@ForAll @LongRange(min = 0) long bits) {
    double low = Double.longBitsToDouble(bits & ~(1L << 63));
    double high = Math.nextUp(low);
    if (Double.isFinite(high)) {
      BigDecimal middle = new BigDecimal(low).add(new BigDecimal(high)).divide(BigDecimal.TWO);
      BigDecimal little = middle.ulp();
      assertAsJavaReadsIt(middle.toString());
      assertAsJavaReadsIt(middle.subtract(little).toString());
      assertAsJavaReadsIt(middle.add(little).toString());
      assertAsJavaReadsIt(middle.add(little).toPlainString());
    }
  }

  @Test
  void readsExponentsThatAreLongerThanTheZerosBeforeThem() {
    assertAsJavaReadsIt("0." + "0".repeat(100_001) + "1e100002");
    assertAsJavaReadsIt("1" + "0".repeat(1234) + "e-12345");
    assertAsJavaReadsIt("0." + "0".repeat(12_344) + "1e12345");
  }

  @Test
  void readsTheLongestNumberThereIs() {
    Decimal decimal = new Decimal();
    byte[] text = "x-1.5e3,2".getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(-1500, decimal.read(text, 1));
    assertEquals(7, decimal.end());
    assertTrue(Double.isNaN(decimal.read(text, 7)));
    assertEquals(7, decimal.end());
    String million = "0." + "123456789".repeat(100_000);
    assertAsJavaReadsIt(million);
  }
}
