package org.lanewise.cli.engine;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Rows that an engine is asked for: those of a file, of all files that match a pattern, or of a
/// query.
///
/// @param name what messages call them
/// @param files the file, or the pattern; none of a query
/// @param sql the query; none of files
public record RowQuery(String name, Optional<String> files, Optional<String> sql) {

  private static final String PARQUET = ".parquet";

  /// The ends of names of files that are for the engine.
  private static final Set<String> ENDINGS = Set.of(PARQUET, ".jsonl", ".ndjson");

  /// The ends of names of files of embeddings, which need no engine.
  private static final Set<String> EMBEDDINGS = Set.of(".npy", ".f16", ".f32");

  /// Whether a data file is for the engine, by how its name ends.
  public static boolean isOf(Path file) {
    return endsIn(ENDINGS, file);
  }

  /// Whether a data file holds embeddings, by how its name ends.
  public static boolean isEmbeddings(Path file) {
    return endsIn(EMBEDDINGS, file);
  }

  private static boolean endsIn(Set<String> endings, Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return endings.stream().anyMatch(name::endsWith);
  }

  /// Whether a file is one of Parquet, by its name.
  public static boolean isParquet(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(PARQUET);
  }

  /// The rows of a file, or of all that match a pattern.
  public static RowQuery of(Path file) {
    return new RowQuery(file.toString(), Optional.of(file.toString()), Optional.empty());
  }

  /// The rows of a query.
  public static RowQuery of(String sql) {
    return new RowQuery("--sql", Optional.empty(), Optional.of(sql));
  }
}
