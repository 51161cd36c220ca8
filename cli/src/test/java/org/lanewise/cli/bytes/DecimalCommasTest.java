package org.lanewise.cli.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalCommasTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,5;-2,25;+0,5;,5;1234,5;3,5e2|1.5;-2.25;+0.5;.5;1234.5;3.5e2",
        "1.234;1.234,5;12.345.678|1,234;1,234.5;12,345,678",
        "00.00.00;01.03.2004;1.5;1,2,3;Braund, Mr.;5, or"
            + " 6;a,b|00.00.00;01.03.2004;1.5;1,2,3;Braund, Mr.;5, or 6;a,b"
      })
  void onlyNumbersChange(String given, String expected) throws IOException {
    byte[] bytes = given.getBytes(UTF_8);
    assertEquals(
        expected,
        new String(new DecimalCommas(new ByteArrayInputStream(bytes)).readAllBytes(), UTF_8));
    // The same wherever reads end.
    InputStream slow =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] out, int offset, int length) {
            return super.read(out, offset, Math.min(1, length));
          }
        };
    assertEquals(expected, new String(new DecimalCommas(slow).readAllBytes(), UTF_8));
  }

  @Test
  void longTextsStayWhole() throws IOException {
    String digits = "7".repeat(200_000);
    String text = digits + ",5;" + digits;
    DecimalCommas in = new DecimalCommas(new ByteArrayInputStream(text.getBytes(UTF_8)));
    assertEquals(3, in.skip(3));
    assertEquals(text.substring(3).replace(',', '.'), new String(in.readAllBytes(), UTF_8));
  }
}
