package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.options.Arguments;
import picocli.CommandLine;

class LanewiseTest {

  /// A standard output that takes nothing.
  private static final class Closed extends OutputStream {

    private final String reason;

    Closed(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(reason);
    }
  }

  private static CommandRun runInto(OutputStream out) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Lanewise.run(
            new Session(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false),
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            example("iris.csv").toString(),
            "--split",
            "every:5");
    return new CommandRun(code, "", err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "-h",
        "--version",
        "-V",
        "fit --help",
        "predict -h",
        "help fit",
        "generate-completion"
      })
  void tellsAboutItself(String arguments) {
    assertFalse(CommandRun.output((Object[]) arguments.split(" ")).isBlank());
  }

  @Test
  void helpNamesTheClassifiersThatThereAre() {
    String help = CommandRun.output("fit", "--help");
    assertTrue(help.contains("One of lda, qda, rda, low-rank, "), help);
    for (ClassifierKind kind : ClassifierKind.values()) {
      assertTrue(help.contains(kind.id()), help);
    }
    for (String option :
        new String[] {
          "--data",
          "--label",
          "--weight",
          "--text",
          "--binarize",
          "--priors",
          "--alpha",
          "--variance-smoothing",
          "--covariance",
          "--shrinkage",
          "--ridge",
          "--reg",
          "--lambda",
          "--gamma",
          "--blend",
          "--variances",
          "--normalize",
          "--categorical",
          "--missing",
          "--unseen",
          "--threads",
          "--kernels",
          "--delimiter",
          "header",
          "--quote",
          "--out"
        }) {
      assertTrue(help.contains(option), option);
    }
  }

  @Test
  void helpOfACommandIsTheSameHoweverItIsAskedFor() {
    String help = CommandRun.output("evaluate", "--help");
    assertEquals(help, CommandRun.output("help", "evaluate"));
    for (String part : new String[] {"Columns:", "The classifier:", "Examples:", "--folds=K"}) {
      assertTrue(help.contains(part), part);
    }
    String all = CommandRun.output("--help");
    for (String part :
        new String[] {"fit", "inspect", "Data files:", "gzipped", "- is standard input"}) {
      assertTrue(all.contains(part), part);
    }
  }

  /// picocli takes texts as format strings and warns of those that are none.
  @Test
  void helpMayContainPercentSigns() {
    String text = "50%. Or 0.1%none.";
    Arguments arguments = Arguments.ofCommand(this, "of", "Command " + text);
    arguments.text("--some", "SOME", _ -> {}, "Option " + text);
    arguments.fileAt(0, "FILE", _ -> {}, "File " + text);
    arguments.examples("Example " + text);
    String usage = new CommandLine(arguments.spec()).getUsageMessage();
    for (String word : new String[] {"Command ", "Option ", "File ", "Example "}) {
      assertTrue(usage.contains(word + text), usage);
    }
    String help = CommandRun.output("help", "fit").replaceAll("\\s+", " ");
    assertTrue(help.contains("such as 2 or 0.1%."), help);
    assertTrue(help.contains("such as 0.5 or 50%."), help);
  }

  /// Every option that the topic shows is one of the command beside it.
  @Test
  void helpToDecideShowsOptionsThatThereAre() {
    String help = CommandRun.output("help", "decide");
    for (String line : help.lines().map(String::strip).toList()) {
      if (line.startsWith("lanewise ") && line.contains(" --data ")) {
        String of = CommandRun.output("help", line.split(" ")[1]);
        for (String word : line.split(" ")) {
          assertTrue(!word.startsWith("--") || of.contains(word), line + ": " + word);
        }
      }
    }
    assertTrue(CommandRun.output("generate-completion").contains("--reject-label"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fit --clasifier lda | unknown option '--clasifier' (did you mean --classifier?); see"
            + " lanewise fit --help.",
        "predict --modl=x --data y | unknown option '--modl' (did you mean --model?); see lanewise"
            + " predict --help.",
        "evalute | unknown command 'evalute' (did you mean evaluate?); see lanewise --help.",
        "help evalute | no help on 'evalute' (did you mean evaluate?); expected one of fit,"
            + " predict, evaluate, compare, inspect, diff, drift, export, import, gather, merge,"
            + " subtract, generate-completion.",
        "evalute --help | no help on 'evalute' (did you mean evaluate?); expected one of fit,"
            + " predict, evaluate, compare, inspect, diff, drift, export, import, gather, merge,"
            + " subtract, generate-completion.",
        "help -x | no help on '-x'; expected one of fit, predict, evaluate, compare, inspect, diff,"
            + " drift, export, import, gather, merge, subtract, generate-completion.",
        "help fit predict | help takes one topic, not 2.",
        "inspect a b | unexpected argument 'b'; see lanewise inspect --help.",
      })
  void whatIsMisspeltIsNamedWithWhatWasMeant(String arguments, String sentence) {
    assertEquals(sentence, CommandRun.refusal((Object[]) arguments.split(" ")));
  }

  @Test
  void helpThatCannotBeWrittenIsAnError() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    for (String argument : new String[] {"--help", "--version"}) {
      err.reset();
      Session session = new Session(new Closed("No space left on device"), errors, false, false);
      assertEquals(2, Lanewise.run(session, argument));
      assertEquals(
          "lanewise: cannot write standard output: No space left on device.\n",
          err.toString(StandardCharsets.UTF_8));
    }
    assertEquals(
        0, Lanewise.run(new Session(new Closed("Broken pipe"), errors, false, false), "--help"));
  }

  @Test
  void aReaderThatLeavesIsNoError() {
    assertEquals(new CommandRun(0, "", ""), runInto(new Closed("Broken pipe")));
  }

  @Test
  void aFullDiskIsAnError() {
    assertEquals(
        new CommandRun(2, "", "lanewise: cannot write standard output: No space left on device.\n"),
        runInto(new Closed("No space left on device")));
  }

  @Test
  void everyFailureIsOneLine() {
    assertEquals(
        "the kernel mode 'vector' was asked for, but no.",
        Sentence.of(
                new UnsupportedOperationException("the kernel mode 'vector' was asked for, but no"))
            .orElseThrow());
    assertTrue(
        Sentence.of(new CompletionException(new OutOfMemoryError("Java heap space")))
            .orElseThrow()
            .contains("Java heap space"));
    assertEquals("a b.", Sentence.of(new IllegalArgumentException("a\n  b")).orElseThrow());
    String unexpected = Sentence.of(new NullPointerException()).orElseThrow();
    assertTrue(unexpected.contains("internal error"), unexpected);
    assertTrue(unexpected.contains("LanewiseTest"), unexpected);
  }
}
