package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command without an adapter for what is no text.
class NoEngineTest {

  @Test
  void rowsThatAreNoTextNeedAnAdapterAndTheSentenceSaysWhich() {
    for (String rows : new String[] {"--data=rows.parquet", "--data=a/*.PARQUET", "--sql=from x"}) {
      CommandRun run = CommandRun.of("fit", "--classifier", "lda", rows, "--out", "no.model");
      assertEquals(2, run.code());
      assertEquals(
          "lanewise: %s needs DuckDB, which is not in this distribution; use the distribution whose name ends in"
                  .formatted(
                      rows.startsWith("--sql") ? "--sql" : rows.substring("--data=".length()))
              + " -duckdb, or add lanewise-duckdb and duckdb_jdbc to the class path.\n",
          run.err());
    }
  }

  @Test
  void parquetIsNotWrittenOfText() {
    CommandRun run =
        CommandRun.of("predict", "--model", "m", "--data", "rows.csv", "--out", "a.parquet");
    assertEquals(2, run.code());
    assertEquals(
        "lanewise: --out is a.parquet, but --data is read as text; use --sql \"from"
            + " read_csv('rows.csv', sample_size = -1)\" or another --out.\n",
        run.err());
  }

  @Test
  void aFolderIsNoTextOfWhichParquetIsWritten(@TempDir Path folder) {
    String expected =
        "lanewise: %s is a directory; expected a data file, or a pattern such as '%s/*.parquet'.\n"
            .formatted(folder, folder);
    assertEquals(
        expected,
        CommandRun.of("predict", "--model", "m", "--data", folder.toString(), "--out", "a.parquet")
            .err());
    assertEquals(
        expected,
        CommandRun.of(
                "fit", "--classifier", "lda", "--data", folder.toString(), "--out", folder + "/m")
            .err());
    assertEquals(
        "lanewise: --out is a.parquet, but --data is read as text; use another --out.\n",
        CommandRun.of("predict", "--model", "m", "--data", "-", "--out", "a.parquet").err());
  }
}
