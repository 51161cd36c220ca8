package org.lanewise.cli.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

/// Every byte of gzip data is unpacked or refused.
class GzipStreamTest {

  private static final byte[] FIRST =
      "1,2,a\n3,4,b\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SECOND = "5,6,c\n".repeat(50).getBytes(StandardCharsets.US_ASCII);

  private static byte[] member(byte[] data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(data);
    }
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static byte[] unpack(byte[] bytes) throws IOException {
    return unpack(new ByteArrayInputStream(bytes));
  }

  private static byte[] unpack(InputStream bytes) throws IOException {
    try (InputStream in = new GzipStream(bytes)) {
      return in.readAllBytes();
    }
  }

  private static String refusal(Class<? extends IOException> type, byte[] bytes) {
    return assertThrows(type, () -> unpack(bytes)).getMessage();
  }

  @Test
  void membersAreUnpackedOneAfterAnother() throws IOException {
    assertArrayEquals(FIRST, unpack(member(FIRST)));
    byte[] empty = member(new byte[0]);
    assertArrayEquals(
        joined(FIRST, SECOND),
        unpack(joined(empty, member(FIRST), empty, empty, member(SECOND), empty)));
    assertArrayEquals(new byte[0], unpack(empty));
  }

  @Test
  void membersLargerThanEveryBufferAreUnpackedWhereverBytesComeApart() throws IOException {
    byte[] data = new byte[300_000];
    new Random(1).nextBytes(data);
    byte[] bytes = joined(member(data), member(FIRST), member(data));
    assertArrayEquals(joined(data, FIRST, data), unpack(bytes));
    // A pipe gives what it has.
    InputStream drops =
        new ByteArrayInputStream(bytes) {
          @Override
          public int read(byte[] out, int offset, int length) {
            return super.read(out, offset, Math.min(length, 7));
          }
        };
    assertArrayEquals(joined(data, FIRST, data), unpack(drops));
  }

  @Test
  void headersWithAllTheirFieldsAreRead() throws IOException {
    byte[] plain = member(FIRST);
    byte[] fields = {3, 0, 'x', 'y', 'z', 'n', 'a', 'm', 'e', 0, 'w', 'h', 'y', 0};
    byte[] header = joined(Arrays.copyOf(plain, 10), fields);
    header[3] = 2 | 4 | 8 | 16;
    CRC32 checksum = new CRC32();
    checksum.update(header);
    byte[] low = {(byte) checksum.getValue(), (byte) (checksum.getValue() >> 8)};
    byte[] rest = Arrays.copyOfRange(plain, 10, plain.length);
    assertArrayEquals(
        joined(SECOND, FIRST), unpack(joined(member(SECOND), joined(header, low, rest))));
    low[0] ^= 1;
    assertEquals(
        "the header of the gzip member at byte 0 does not match its checksum",
        refusal(ZipException.class, joined(header, low, rest)));
  }

  @Test
  void whateverFollowsAMemberAndIsNoneIsRefused() throws IOException {
    byte[] first = member(FIRST);
    for (byte[] garbage :
        new byte[][] {
          {'x'}, {0}, new byte[100_000], {0x1F, 0}, "more".getBytes(StandardCharsets.US_ASCII)
        }) {
      assertEquals(
          "the bytes from %d on follow a complete gzip member and do not start another"
              .formatted(first.length),
          refusal(ZipException.class, joined(first, garbage)));
    }
    byte[] second = member(SECOND);
    second[2] = 7;
    assertEquals(
        "the gzip member at byte %d has an invalid header (RFC 1952)".formatted(first.length),
        refusal(ZipException.class, joined(first, second)));
  }

  @Test
  void aMemberThatIsCutAnywhereIsRefused() throws IOException {
    byte[] first = member(FIRST);
    byte[] both = joined(first, member(SECOND));
    for (int length = 1; length < both.length; length++) {
      byte[] cut = Arrays.copyOf(both, length);
      if (length == first.length) {
        assertArrayEquals(FIRST, unpack(cut));
      } else {
        assertEquals(
            "the gzip member at byte %d is truncated"
                .formatted(length < first.length ? 0 : first.length),
            refusal(EOFException.class, cut));
      }
    }
  }

  @Test
  void aFlippedBitIsRefusedOrSaysNothingOfTheData() throws IOException {
    byte[] whole = joined(member(FIRST), member(SECOND));
    int refused = 0;
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] damaged = whole.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        assertArrayEquals(joined(FIRST, SECOND), unpack(damaged), "bit " + bit);
      } catch (ZipException | EOFException e) {
        refused++;
      }
    }
    // Free are six bytes of a header, one of its flags, and what fills the last byte of the data.
    int free = 8 * whole.length - refused;
    assertTrue(free >= 2 * 49 && free < 2 * 57, free + " bits are free");
  }

  @Test
  void gzipIsFoundByItsFirstBytes() throws IOException {
    assertTrue(GzipStream.isGzip(member(FIRST)));
    assertFalse(GzipStream.isGzip(new byte[] {0x1F}));
    assertFalse(GzipStream.isGzip(FIRST));
  }
}
