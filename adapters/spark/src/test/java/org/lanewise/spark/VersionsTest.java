package org.lanewise.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders that other versions of Lanewise or Spark saved, as `docs/spark.md` describes them.
class VersionsTest {

  private static final Samples SAMPLES = Samples.numbers(60, 3);

  @TempDir Path folder;

  private String path() {
    return folder.resolve("saved").toString();
  }

  private GenerativeClassificationModel saved() throws IOException {
    Dataset<Row> rows = Session.rows(1, SAMPLES.vectors(Samples.Sort.DENSE), SAMPLES.labels());
    GenerativeClassificationModel model =
        new LinearDiscriminantClassifier().setShrinkage(0.25).fit(rows);
    model.save(path());
    return model;
  }

  /// Replaces text in the metadata, without its checksum.
  private void edit(UnaryOperator<String> edit) throws IOException {
    Path metadata = folder.resolve("saved/metadata");
    try (Stream<Path> files = Files.list(metadata)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".crc")) {
          Files.delete(file);
        } else if (name.startsWith("part-")) {
          String before = Files.readString(file);
          String after = edit.apply(before);
          assertTrue(before.isEmpty() || !after.equals(before), before);
          Files.writeString(file, after);
        }
      }
    }
  }

  @Test
  void aParameterThatThisVersionLacksIsRefused() throws IOException {
    saved();
    edit(text -> text.replace("\"paramMap\":{", "\"paramMap\":{\"novelty\":0.5,"));
    NoSuchElementException e =
        assertThrows(
            NoSuchElementException.class, () -> GenerativeClassificationModel.load(path()));
    assertEquals("Param novelty does not exist.", e.getMessage());
  }

  @Test
  void aParameterThatTheFolderLacksHasItsDefault() throws IOException {
    GenerativeClassificationModel model = saved();
    edit(text -> text.replace("\"blockSize\":1,", "").replace(",\"blockSize\":1", ""));
    GenerativeClassificationModel loaded = GenerativeClassificationModel.load(path());
    assertEquals(1, loaded.getBlockSize());
    assertEquals(0.25, loaded.getOrDefault(loaded.getParam("shrinkage")));
    assertEquals(model.uid(), loaded.uid());
  }

  @Test
  void aDefaultThatWasSavedStays() throws IOException {
    Session.get();
    new LinearDiscriminantClassifier().save(path());
    edit(text -> text.replace("\"divisor\":\"maximumLikelihood\"", "\"divisor\":\"unbiased\""));
    assertEquals("unbiased", LinearDiscriminantClassifier.load(path()).getDivisor());
  }

  @Test
  void theVersionOfSparkIsNotCompared() throws IOException {
    saved();
    edit(text -> text.replaceFirst("\"sparkVersion\":\"[^\"]*\"", "\"sparkVersion\":\"5.9.0\""));
    assertEquals(3, GenerativeClassificationModel.load(path()).numFeatures());
  }

  @Test
  void aModelFileOfAnotherFormatIsRefusedByItsPath() throws IOException {
    saved();
    Path file = folder.resolve("saved/" + GenerativeClassificationModel.FILE);
    byte[] bytes = Files.readAllBytes(file);
    bytes[8] = 2;
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, 36);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(36, (int) checksum.getValue());
    Files.write(file, bytes);
    Files.delete(file.resolveSibling(".lanewise.model.crc"));
    UncheckedIOException e =
        assertThrows(UncheckedIOException.class, () -> GenerativeClassificationModel.load(path()));
    assertTrue(e.getMessage().contains("has format version 2; 1 is expected"), e.getMessage());
    assertTrue(e.getMessage().contains("saved/data/lanewise.model"), e.getMessage());
  }
}
