import java.nio.file.Files;
import java.nio.file.Path;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.io.StatisticsFile;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.statistics.CategoryStatistics;

/// Statistics gathered on two machines, which met classes and categories in another order and each
/// some that the other never met, put together by their names.
public final class TwoMachines {

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("lanewise");
    Path first = folder.resolve("first.statistics");
    Path second = folder.resolve("second.statistics");
    gatherOn(
        first,
        new String[][] {{"red", "suv"}, {"red", "sports"}, {"yellow", "sports"}},
        new String[] {"stolen", "stolen", "kept"});
    gatherOn(
        second,
        new String[][] {{"yellow", "suv"}, {"blue", "estate"}, {"red", "suv"}},
        new String[] {"kept", "kept", "stolen"});

    CategoryStatistics all = StatisticsFile.read(first, CategoryStatistics.class);
    all.merge(StatisticsFile.read(second, CategoryStatistics.class));
    CategoricalNaiveBayes model = CategoricalNaiveBayes.recipe().fit(all);
    System.out.println(model.label(CategoryColumns.codes(model.dictionaries(), "red", "estate")));

    Files.delete(first);
    Files.delete(second);
    Files.delete(folder);
  }

  private static void gatherOn(Path file, String[][] cars, String[] fates) throws Exception {
    StatisticsFile.write(
        CategoryStatistics.of(CategoryColumns.fromRows(cars), Labels.of(fates)), file);
  }
}
