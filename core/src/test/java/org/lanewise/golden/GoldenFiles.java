package org.lanewise.golden;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.inference.Typicality;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Temperature;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// Writes golden files of the versions 3, 4 and 5 of the format. Run by hand, once: a golden file
/// is never written again, so the folder has to be new.
///
/// ```
/// java -cp target/classes:target/test-classes org.lanewise.golden.GoldenFiles \
///   src/test/resources/golden/NAME-OF-THE-VERSION
/// ```
public final class GoldenFiles {

  private static final Map<String, String> NOTES =
      Map.of("label", "species", "threshold", "0.5", "", "an empty key, äöü");

  private static final Classes ODD =
      Classes.of("10", "9", "b", "Übergröße ☃", "a", "c, \"d\"", "-1", "雪");

  private final Path folder;

  private GoldenFiles(Path folder) {
    this.folder = folder;
  }

  /// Writes all files.
  ///
  /// @param arguments the folder, which must not exist
  public static void main(String[] arguments) throws IOException {
    GoldenFiles files = new GoldenFiles(Path.of(arguments[0]));
    Files.createDirectory(files.folder);
    files.version3();
    files.version4();
    files.version5();
  }

  private static Features features(String kind, int d) {
    return Features.of(
        IntStream.range(0, d)
            .mapToObj(j -> "%s %d [cm], \"outer\"".formatted(kind, d - j))
            .toList());
  }

  private void version3() throws IOException {
    VarianceStatistics variances = new VarianceStatistics(features("width", 5), ODD);
    GoldenData.add(variances, 1, 400, GoldenData.Form.WEIGHTED);
    write(
        "model-gaussian-nb-pooled-named",
        new ModelFile(
            GaussianNaiveBayes.recipe(
                    GaussianBayesOptions.DEFAULT.withVariances(
                        GaussianBayesOptions.Variances.POOLED))
                .fit(variances),
            NOTES));
    VarianceStatistics holes = new VarianceStatistics(features("width", 5), ODD);
    GoldenData.add(holes, 2, 33_000, GoldenData.Form.SPECIAL);
    GoldenData.add(holes, 3, 70, GoldenData.Form.WEIGHTED);
    write("statistics-diagonal-missing-open", holes);
    VarianceStatistics part = new VarianceStatistics(features("width", 5), ODD);
    VarianceStatistics rest = new VarianceStatistics(features("width", 5), ODD);
    for (VarianceStatistics both : List.of(part, rest)) {
      GoldenData.add(both, 4, 600, GoldenData.Form.SPECIAL);
    }
    GoldenData.add(rest, 5, 5000, GoldenData.Form.SPECIAL);
    write("statistics-diagonal-missing-subtracted", rest.subtract(part));
  }

  private static MixedStatistics mixed() {
    return new MixedStatistics(
        new GaussianStatistics(features("width", 3), ODD),
        new BernoulliStatistics(features("bit", 4), ODD),
        new CategoryStatistics(
            features("kind", 2),
            List.of(
                CategoryDictionary.of(List.of("rød", "", "null")), CategoryDictionary.ofSize(2)),
            ODD),
        new CountStatistics(features("count", 3), ODD));
  }

  private void version4() throws IOException {
    MixedStatistics named = mixed();
    GoldenData.add(named, 1, 900, GoldenData.Form.SPECIAL);
    write("model-mixed-named", new ModelFile(MixedNaiveBayes.recipe().fit(named), NOTES));
    MixedStatistics plain =
        new MixedStatistics(
            new VarianceStatistics(3, 3), new BernoulliStatistics(4, 3), new CountStatistics(2, 3));
    GoldenData.add(plain, 2, 400, GoldenData.Form.PLAIN);
    write("model-mixed-plain", new ModelFile(MixedNaiveBayes.recipe().fit(plain)));
    GoldenData.add(named, 3, 9000, GoldenData.Form.SPECIAL);
    write("statistics-mixed-open", named);
    MixedStatistics part = mixed();
    MixedStatistics rest = mixed();
    GoldenData.add(part, 4, 400, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 4, 400, GoldenData.Form.PLAIN);
    GoldenData.add(rest, 5, 800, GoldenData.Form.PLAIN);
    write("statistics-mixed-subtracted", rest.subtract(part));
    write("statistics-mixed-empty", mixed());
    GaussianStatistics few = new GaussianStatistics(7, 3);
    GoldenData.add(few, 6, 400, GoldenData.Form.PLAIN);
    write(
        "model-linear-tempered",
        new ModelFile(
            CalibratedClassifier.of(
                LinearDiscriminant.recipe().fit(few),
                Temperature.of(1.75),
                new double[] {0.5, 0.25, 0.25})));
  }

  private void version5() throws IOException {
    int[] indices = IntStream.range(0, 90).map(i -> i % 3).toArray();
    DoubleColumns rows = new GoldenData(7).numbers(indices, 4);
    Labels labels = Labels.ofIndices(indices, 3);
    RegularizedOptions options = RegularizedOptions.DEFAULT.withLambda(0.25);
    write(
        "model-regularized-ranks",
        new ModelFile(
                RegularizedDiscriminant.recipe(options).fit(GaussianStatistics.of(rows, labels)))
            .withRanks(
                Typicality.of(RegularizedDiscriminant.recipe(options), rows, labels)
                    .ranks()
                    .orElseThrow()));
  }

  private void write(String name, ModelFile file) throws IOException {
    Path path = folder.resolve(name + ".lanewise");
    file.write(path);
    write(name, GoldenBits.of(ModelFile.read(path)));
  }

  private void write(String name, Statistics statistics) throws IOException {
    Path path = folder.resolve(name + ".lanewise");
    new StatisticsFile(statistics, NOTES).write(path);
    write(name, GoldenBits.of(StatisticsFile.read(path)));
  }

  private void write(String name, List<String> bits) throws IOException {
    Files.writeString(
        folder.resolve(name + ".txt"), String.join("\n", bits) + "\n", StandardCharsets.UTF_8);
  }
}
