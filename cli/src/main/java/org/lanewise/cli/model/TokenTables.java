package org.lanewise.cli.model;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lanewise.cli.table.DataException;
import org.lanewise.interop.TokenTableFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.text.TextFeatures;

/// Features of messages as options write them: a notation of [TextFeatures], or the folder of a
/// token table, which is read once.
public final class TokenTables {

  /// Before the folder.
  public static final String PREFIX = "token-table=";

  private static final Map<String, TextFeatures> READ = new ConcurrentHashMap<>();

  private TokenTables() {}

  /// The features of a notation.
  ///
  /// @throws IllegalArgumentException if it is none
  /// @throws DataException if the table cannot be read
  public static TextFeatures features(String notation) {
    return isOne(notation)
        ? READ.computeIfAbsent(notation.substring(PREFIX.length()), TokenTables::read)
        : TextFeatures.of(notation);
  }

  /// Whether a notation names the folder of a table.
  public static boolean isOne(String notation) {
    return notation.startsWith(PREFIX);
  }

  private static TextFeatures read(String folder) {
    try {
      return TextFeatures.of(TokenTableFile.read(Path.of(folder)));
    } catch (UnusableFileException e) {
      throw new DataException("--token-table: " + e.getMessage(), e);
    }
  }
}
