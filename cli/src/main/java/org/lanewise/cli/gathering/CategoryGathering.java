package org.lanewise.cli.gathering;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.rows.Categories;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.Statistics;

/// The gathering of columns of categories. Which categories a column has is known after the last
/// row only: they lie in the statistics in the order of their arrival, with room for more, and in
/// the end are put in order.
final class CategoryGathering implements Gathering {

  private static final int FIRST_ROOM = 1 << 3;

  private final Schema schema;
  private final FitOptions options;
  private final List<ArrivalIndex> categories;
  private CategoryStatistics statistics;

  CategoryGathering(Schema schema, FitOptions options, Workers workers) {
    this.schema = schema;
    this.options = options;
    int d = schema.featureNames().size();
    categories = Stream.generate(ArrivalIndex::new).limit(d).toList();
    List<CategoryDictionary> room =
        Stream.generate(() -> CategoryDictionary.ofSize(FIRST_ROOM)).limit(d).toList();
    statistics = new CategoryStatistics(room);
    statistics.on(workers);
  }

  @Override
  public Part part(long firstRow, Table table, Labels labels) {
    CategoryFeatures found = (CategoryFeatures) table.features();
    int[][] codes = new int[categories.size()][];
    int[] largest = new int[categories.size()];
    for (int j = 0; j < codes.length; j++) {
      int[] places = categories.get(j).placesOf(found.dictionaries().get(j));
      int[] own = found.codes()[j];
      codes[j] = new int[own.length];
      for (int row = 0; row < own.length; row++) {
        codes[j][row] = own[row] < 0 ? CategoryFeatures.MISSING : places[own[row]];
      }
      largest[j] = IntStream.of(places).max().orElse(-1);
    }
    return Part.ofRows(() -> add(codes, largest, labels), table);
  }

  private void add(int[][] codes, int[] largest, Labels labels) {
    List<CategoryDictionary> known = statistics.dictionaries();
    if (IntStream.range(0, largest.length).anyMatch(j -> largest[j] >= known.get(j).size())) {
      List<CategoryDictionary> room = new ArrayList<>();
      int[][] from = new int[largest.length][];
      for (int j = 0; j < largest.length; j++) {
        int size = known.get(j).size();
        room.add(CategoryDictionary.ofSize(ArrivalIndex.room(size, largest[j] + 1)));
        from[j] =
            IntStream.range(0, room.get(j).size()).map(code -> code < size ? code : -1).toArray();
      }
      statistics = statistics.withDictionaries(statistics.features(), room, from);
    }
    statistics.add(
        CategoryColumns.withMissing(CategoryFeatures.MISSING, statistics.dictionaries(), codes),
        labels);
  }

  @Override
  public Inputs inputs(String file) {
    // As a fit to all rows has them.
    List<List<String>> names =
        categories.stream().map(index -> Classes.sorted(index.texts()).names()).toList();
    return Inputs.ofCategories(schema, new Categories(names, options.unseen()), options.missing());
  }

  @Override
  public Statistics statistics(Inputs inputs) {
    List<List<String>> names = inputs.categoryNames();
    Features features = inputs.features();
    int[][] from = new int[names.size()][];
    for (int j = 0; j < from.length; j++) {
      from[j] = categories.get(j).placesOf(names.get(j));
    }
    return statistics.withDictionaries(
        features, names.stream().map(CategoryDictionary::sorted).toList(), from);
  }
}
