package org.lanewise.bench.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.job.Arguments;
import org.lanewise.bench.job.Arguments.UsageException;
import org.lanewise.bench.study.question.Question;

/// The options of `bench/study/run`.
///
/// @param questions the experiments to do
/// @param data the folder of data sets, or null
/// @param figures the folder of the tables of figures
/// @param page the page that is written
/// @param quick whether few repetitions shall do
/// @param threads how many experiments run at once
/// @param pageOnly whether the page is written from the tables that are there
/// @param help whether only the help is wanted
record StudyOptions(
    List<Question> questions,
    Path data,
    Path figures,
    Path page,
    boolean quick,
    int threads,
    boolean pageOnly,
    boolean help) {

  private static final String NAME = "generative-or-discriminative";

  static final String HELP =
      """
      usage: bench/study/run [options] [experiment ...]

      Tries the claims of the lecture notes about generative and discriminative classifiers, and
      writes docs/generative-or-discriminative.md with its charts and tables of figures, which lie in
      the folder beside it. Without experiments all are done, in a quarter of an hour on two processors;
      those that are not done keep their tables.

      experiment     efficiency, robustness, curves, dimensions, unregularized, theta, confidence,
                     smoothing, values or cost; confidence and cost take what curves chose
      --data DIR     the folder of data sets; without it those in examples/data only, and the page
                     goes to bench/study/target/page and has no answers
      --quick        few repetitions and rows, in 3 minutes; the page as without --data
      --out DIR      the folder of the page
      --threads N    how many experiments run at once (the processors); cost always runs alone
      --page         write the page from the tables that are there, and do no experiment
      --help         say this, and stop
      """;

  /// Reads the arguments.
  ///
  /// @param root the folder of the checkout
  /// @throws UsageException if one does not exist or does not fit
  static StudyOptions parse(Path root, List<String> arguments) throws UsageException {
    List<Question> questions = new ArrayList<>();
    Path data = null;
    Path out = null;
    boolean quick = false;
    boolean pageOnly = false;
    boolean help = false;
    int threads = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      switch (argument) {
        case "--data" -> data = Arguments.folder("--data", Arguments.value(arguments, ++i));
        case "--out" -> out = Path.of(Arguments.value(arguments, ++i));
        case "--quick" -> quick = true;
        case "--page" -> pageOnly = true;
        case "--help" -> help = true;
        case "--threads" -> threads = threads(Arguments.value(arguments, ++i));
        default -> questions.add(question(argument));
      }
    }
    if (out == null) {
      // The committed page is of all sets.
      boolean committed = !quick && (data != null || pageOnly);
      out = root.resolve(committed ? "docs" : "bench/study/target/page");
    }
    return new StudyOptions(
        questions.isEmpty() ? Question.all() : List.copyOf(questions),
        data,
        out.resolve(NAME),
        out.resolve(NAME + ".md"),
        quick,
        threads,
        pageOnly,
        help);
  }

  private static Question question(String name) throws UsageException {
    List<Question> all = Question.all();
    for (Question question : all) {
      if (question.name().equals(name)) {
        return question;
      }
    }
    throw new UsageException(
        "there is no %s '%s'; %s are expected"
            .formatted(
                name.startsWith("-") ? "option" : "experiment",
                name,
                name.startsWith("-")
                    ? "those of bench/study/run --help"
                    : String.join(", ", all.stream().map(Question::name).toList())));
  }

  private static int threads(String text) throws UsageException {
    if (!text.matches("[1-9][0-9]{0,2}")) {
      throw new UsageException("--threads is '%s'; 1 to 999 is expected".formatted(text));
    }
    return Integer.parseInt(text);
  }
}
