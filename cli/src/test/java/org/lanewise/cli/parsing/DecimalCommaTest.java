package org.lanewise.cli.parsing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalCommaTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,5;-2,25;+0,5;,5;1234,5;3,5e2|1.5;-2.25;+0.5;.5;1234.5;3.5e2",
        "1.234;1.234,5;12.345.678|1,234;1,234.5;12,345,678",
        "00.00.00;01.03.2004;1.5;1,2,3;Braund, Mr.;5, or"
            + " 6;a,b|00.00.00;01.03.2004;1.5;1,2,3;Braund, Mr.;5, or 6;a,b"
      })
  void onlyNumbersChange(String given, String expected) {
    assertEquals(expected, new String(DecimalComma.pointAll(given.getBytes(UTF_8)), UTF_8));
    for (int i = 0; i < given.split(";").length; i++) {
      assertEquals(expected.split(";")[i], DecimalComma.point(given.split(";")[i]));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type 1,5",
        "1,5 kg",
        "1,5-2,5",
        "1,5e",
        "1,5e+x",
        "12,5 %",
        "v1.234",
        "",
        "-",
        ","
      })
  void cellsThatAreNoNumbersStayAsTheyAre(String cell) {
    assertEquals(cell, DecimalComma.point(cell));
  }

  @Test
  void exponentsBelongToNumbers() {
    assertEquals("-1.5E-3", DecimalComma.point("-1,5E-3"));
  }
}
