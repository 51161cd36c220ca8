package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the library refuses is said of the lines, columns and classes of the file.
class WordingTest {

  @TempDir Path folder;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private String fit(String content, String classifier, String... more) throws IOException {
    Path data = write("data", content);
    Object[] arguments = new Object[7 + more.length];
    System.arraycopy(
        new Object[] {
          "fit", "--classifier", classifier, "--data", data, "--out", folder.resolve("model")
        },
        0,
        arguments,
        0,
        7);
    System.arraycopy(more, 0, arguments, 7, more.length);
    return refusal(arguments).replace(data.toString(), "data");
  }

  /// The class of index 1 is called 5: neither is taken for the other.
  @Test
  void classesNamedByNumbersAreNotTakenForIndices() throws IOException {
    assertEquals(
        "data: class '5' has rows of weight 1.0 in all, which leave its unbiased covariance no"
            + " degree of freedom; more than one row is expected.",
        fit("1,1\n2,1\n4,1\n3,5\n", "qda", "--label", "1", "--covariance", "unbiased"));
  }

  @Test
  void aColumnThatTellsClassesApartIsNamed() throws IOException {
    String sentence = fit("k,v,w\na,1,5\na,2,5\nb,3,6\nb,5,6\n", "lda", "--label", "k");
    assertTrue(
        sentence.startsWith(
            "data: the pooled covariance is singular: column 'w' is constant within each class and"
                + " differs between them (condition number infinite); tell the classes apart"),
        sentence);
  }

  @Test
  void rowsThatCannotBeScoredAreNamedByTheirLines() throws IOException {
    Path data = write("data", "x,y,k\n1,5,a\n2,7,a\n3,6,b\n5,9,b\n1,1,a\n");
    Path model = folder.resolve("model");
    CommandRun.of("fit", "--classifier", "gaussian-nb", "--data", data, "--out", model);
    Path far = write("far", "x,y\n1,5\n\n1e308,-1e308\n");
    assertEquals(
        "far: line 4 is so far from the means of the classes that its scores are out of the range"
            + " of doubles; values nearer to those of the training data are expected.",
        refusal("predict", "--model", model, "--data", far).replace(far.toString(), "far"));
  }
}
