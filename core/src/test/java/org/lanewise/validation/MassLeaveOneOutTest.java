package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.statistics.GaussianStatistics;

/// Leave-one-out against that of R's MASS, which keeps the priors of all rows.
class MassLeaveOneOutTest {

  private static final Path EXPECTED =
      Path.of("src", "test", "resources", "validation", "mass_leave_one_out.csv");

  @ParameterizedTest
  @CsvSource({
    "iris, lda, moment", "iris, lda, mle", "iris, qda, moment", "iris, qda, mle",
    "wine, lda, moment", "wine, lda, mle", "wine, qda, moment", "wine, qda, mle"
  })
  void posteriorsAreThoseOfMass(String set, String model, String method) throws IOException {
    Sets.Numbers numbers = set.equals("iris") ? Sets.iris() : Sets.wine();
    NumericColumns rows = numbers.columns();
    Labels labels = numbers.labels();
    double[] counts = GaussianStatistics.of(rows, labels).summary().classWeights();
    DiscriminantOptions options =
        DiscriminantOptions.DEFAULT
            .withPriors(Priors.fixed(Priors.empirical().priors(counts)))
            .withDivisor(
                method.equals("mle")
                    ? CovarianceDivisor.MAXIMUM_LIKELIHOOD
                    : CovarianceDivisor.UNBIASED);
    LeaveOneOut found =
        model.equals("lda")
            ? LeaveOneOut.of(LinearDiscriminant.recipe(options), rows, labels, EssentialRows.REFUSE)
            : LeaveOneOut.of(
                QuadraticDiscriminant.recipe(options), rows, labels, EssentialRows.REFUSE);
    String prefix = String.join(",", set, model, method) + ",";
    int compared = 0;
    for (String line : Files.readAllLines(EXPECTED)) {
      if (line.startsWith(prefix)) {
        String[] cells = line.split(",");
        int row = Integer.parseInt(cells[3]);
        double[] posterior = found.logJoints()[row];
        LogSumExp.posterior(posterior, 0, 1, posterior.length, posterior, 0);
        for (int c = 0; c < posterior.length; c++) {
          double expected = Double.parseDouble(cells[4 + c].strip());
          assertEquals(expected, posterior[c], 1e-10, line);
          assertEquals(1, (posterior[c] + 1e-300) / (expected + 1e-300), 1e-7, line);
        }
        compared++;
      }
    }
    assertEquals((rows.rowCount() + 2) / 3, compared);
  }
}
