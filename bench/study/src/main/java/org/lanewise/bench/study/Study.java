package org.lanewise.bench.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.lanewise.bench.job.Arguments.UsageException;
import org.lanewise.bench.study.data.Sets;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.page.StudyPage;
import org.lanewise.bench.study.question.Parallel;
import org.lanewise.bench.study.question.Question;
import org.lanewise.bench.study.question.Setting;
import org.lanewise.bench.study.result.DataTable;

/// `bench/study/run`: runs the experiments, writes their tables, and the page from them.
public final class Study {

  private Study() {}

  /// @param arguments the folder of the checkout, and what the user typed
  public static void main(String... arguments) {
    System.exit(run(Path.of(arguments[0]), List.of(arguments).subList(1, arguments.length)));
  }

  private static int run(Path root, List<String> arguments) {
    try {
      StudyOptions options = StudyOptions.parse(root, arguments);
      if (options.help()) {
        System.out.print(StudyOptions.HELP);
        return 0;
      }
      run(root, options);
      return 0;
    } catch (UsageException e) {
      System.err.println("bench/study/run: " + e.getMessage() + ".");
      return 2;
    } catch (IOException e) {
      System.err.println("bench/study/run: " + e.getMessage());
      return 1;
    }
  }

  private static void run(Path root, StudyOptions options) throws IOException {
    long start = System.nanoTime();
    if (!options.pageOnly()) {
      List<Table> tables = new Sets(root.resolve("examples/data"), options.data()).all();
      System.err.printf(
          Locale.ROOT,
          "%d tables of %d sets%n",
          tables.size(),
          tables.stream().map(Table::set).distinct().count());
      try (Parallel parallel = new Parallel(options.threads())) {
        Setting setting = new Setting(tables, options.quick(), parallel, options.figures());
        for (Question question : options.questions()) {
          long began = System.nanoTime();
          for (DataTable table : question.answer(setting)) {
            table.write(options.figures());
          }
          System.err.printf(
              Locale.ROOT,
              "%-12s %6.1f s%n",
              question.name(),
              Duration.ofNanos(System.nanoTime() - began).toMillis() / 1e3);
        }
      }
    }
    StudyPage.write(options.figures(), options.page(), options.quick());
    System.err.printf(
        Locale.ROOT,
        "%s, after %.1f s%n",
        options.page(),
        Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3);
  }
}
