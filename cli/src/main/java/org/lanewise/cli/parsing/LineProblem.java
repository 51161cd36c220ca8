package org.lanewise.cli.parsing;

import java.io.Serial;
import org.lanewise.cli.table.DataException;

/// A problem with a line of a block, before its line in the file is known.
public final class LineProblem extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final long line;

  /// @param line the line of the block, from 1
  /// @param text what follows the number of the line in a sentence
  public LineProblem(long line, String text) {
    super(text, null, false, false);
    this.line = line;
  }

  /// Returns the refusal.
  ///
  /// @param linesBefore the number of lines of the file before the block
  public DataException in(String file, long linesBefore) {
    return new DataException("%s, line %d%s".formatted(file, linesBefore + line, getMessage()));
  }
}
