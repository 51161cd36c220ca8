package org.lanewise.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.interop.TokenTableFile;
import org.lanewise.text.TokenTable;

/// The program that the documentation names, with the real embedding model.
@Tag("sweep")
class DistilTokenTableTest {

  @Test
  void similarTextsHaveSimilarRowsWithoutTheModel(@TempDir Path folder) throws Exception {
    // By name: a class without a package cannot be imported.
    Class.forName("DistilTokenTable")
        .getMethod("main", String[].class)
        .invoke(null, (Object) new String[] {folder.toString()});
    TokenTable table = TokenTableFile.read(folder);
    assertEquals(30_522, table.vocabulary().size());
    assertEquals(384, table.width());
    double like = cosine(table, "where is my parcel", "when will the package arrive");
    double unlike = cosine(table, "where is my parcel", "tell me a joke about cats");
    assertTrue(like > unlike + 0.1, like + " " + unlike);
  }

  private static double cosine(TokenTable table, String a, String b) {
    double[][] rows = new double[2][table.width()];
    int known = table.embed(a, rows[0]) + table.embed(b, rows[1]);
    assertTrue(known > 0);
    double cosine = 0;
    for (int j = 0; j < rows[0].length; j++) {
      cosine += rows[0][j] * rows[1][j];
    }
    return cosine;
  }
}
