package org.lanewise.cli;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputException;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Fact;

/// Describes a failure in one sentence for the user.
final class Sentence {

  private Sentence() {}

  /// The sentence for a failure of a command; none if it should end quietly.
  static Optional<String> of(Throwable failure) {
    return switch (failure) {
      case OutputException e when e.isBrokenPipe() -> Optional.empty();
      case OutputException e -> line(e.getMessage());
      case DataException e -> line(e.getMessage());
      case UsageException e -> line(e.getMessage());
      case CompletionException e when e.getCause() != null -> of(e.getCause());
      case OutOfMemoryError e ->
          line(
              "out of memory: %d MB are not enough (%s); set JDK_JAVA_OPTIONS=-Xmx…, or use fewer rows or features"
                  .formatted(Runtime.getRuntime().maxMemory() >> 20, e.getMessage()));
      // Such as kernels that were asked for and cannot run here.
      case UnsupportedOperationException e when e.getMessage() != null -> line(e.getMessage());
      case ArithmeticException e ->
          line("the data is too large for Java arrays: " + e.getMessage());
      case IllegalArgumentException e when e.getMessage() != null -> line(e.getMessage());
      default -> line(unexpected(failure));
    };
  }

  /// One line, whatever the text, that ends like a sentence and that a terminal shows as it is.
  private static Optional<String> line(String text) {
    String line = Fact.bounded(Visible.text(text.strip().replaceAll("\\s*\\R\\s*", " ")));
    return Optional.of(line.endsWith(".") || line.endsWith("…") ? line : line + ".");
  }

  private static String unexpected(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return "internal error, please report it: %s%s"
        .formatted(failure, trace.length == 0 ? "" : " at " + trace[0]);
  }
}
