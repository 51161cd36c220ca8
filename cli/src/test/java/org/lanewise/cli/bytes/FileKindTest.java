package org.lanewise.cli.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileKindTest {

  private static Optional<String> kind(String bytes) {
    return FileKind.of(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Optional<String> zip(String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
    return FileKind.of(bytes.toByteArray());
  }

  @ParameterizedTest
  @CsvSource({
    "PAR1, a Parquet file",
    "ARROW1, an Arrow file",
    "FEA1, a Feather file",
    "ORC, an ORC file",
    "SQLite format 3, an SQLite database",
    "LANEWISE, a model or statistics file of Lanewise",
  })
  void filesAreCalledByTheirName(String mark, String kind) {
    assertEquals(Optional.of(kind), kind(mark + "\0\25\4"));
  }

  @Test
  void zipArchivesAreCalledByWhatIsInThem() throws IOException {
    assertEquals(Optional.of("a zip archive"), zip("data.csv"));
    assertEquals(
        Optional.of("an Excel workbook (xlsx)"), zip("[Content_Types].xml", "xl/workbook.xml"));
    assertEquals(Optional.of("a NumPy archive (npz)"), zip("x.npy", "y.npy"));
    assertEquals(Optional.of("an empty zip archive"), zip());
  }

  @Test
  void imagesAndLabelsOfMnistAreIdxFiles() {
    assertEquals(
        Optional.of("an IDX file, the format of MNIST"),
        kind("\0\0\10\3\0\0\47\20\0\0\0\34\0\0\0\34"));
    assertEquals(Optional.of("an IDX file, the format of MNIST"), kind("\0\0\10\1\0\0\47\20\7\2"));
    assertEquals(Optional.empty(), kind("\0\0\0\0\0\0\0\0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P",
        "PAR1,PAR2\n1,2\n",
        "ORC\tfoe\r\n",
        "\u00EF\u00BB\u00BFa,b\n",
        "ham hello\n"
      })
  void textIsOfNoKind(String text) {
    assertEquals(Optional.empty(), kind(text));
  }
}
