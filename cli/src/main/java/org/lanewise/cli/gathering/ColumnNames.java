package org.lanewise.cli.gathering;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// Names for the columns of statistics that have none, from others whose columns lie in the same
/// places: a third file is then matched by them, in whatever places its columns lie.
final class ColumnNames {

  private static final Classes NONE = Classes.sorted(List.of());

  private ColumnNames() {}

  /// The same statistics with the names of others that agree with them; these themselves where they
  /// have names, or the others have none.
  static Gathered of(Gathered gathered, Gathered others) {
    Schema own = gathered.inputs().schema();
    Schema schema = others.inputs().schema();
    if (own.isSparse() || own.text().exists() || own.named() || !schema.named()) {
      return gathered;
    }
    Inputs known = gathered.inputs();
    Features features = others.statistics().features();
    if (features.count() != gathered.statistics().featureCount()) {
      // The statistics say so.
      return gathered;
    }
    Inputs inputs =
        new Inputs(
            schema,
            features,
            known.vocabulary(),
            known.threshold(),
            known.categories(),
            known.missing(),
            known.types());
    return gathered.with(gathered.kind(), named(gathered.statistics(), features), inputs);
  }

  private static Statistics named(Statistics statistics, Features features) {
    return switch (statistics) {
      case GaussianStatistics scatters ->
          (scatters.summary().pooled()
                  ? GaussianStatistics.pooled(features, NONE)
                  : new GaussianStatistics(features, NONE))
              .merge(scatters);
      case VarianceStatistics variances -> new VarianceStatistics(features, NONE).merge(variances);
      case BernoulliStatistics bits -> bits.withFeatures(features, all(features.count()));
      case CountStatistics counts -> counts.withFeatures(features, all(features.count()));
      case CategoryStatistics categories ->
          categories.withDictionaries(features, categories.dictionaries(), sameCodes(categories));
      case MixedStatistics mixed -> {
        List<Statistics> blocks = new ArrayList<>();
        int first = 0;
        for (int b = 0; b < mixed.blockCount(); b++) {
          Statistics block = mixed.block(b);
          List<String> names =
              IntStream.range(first, first + block.featureCount())
                  .mapToObj(features::name)
                  .toList();
          blocks.add(named(block, Features.of(names)));
          first += block.featureCount();
        }
        yield new MixedStatistics(blocks);
      }
      case TransformedStatistics transformed ->
          new TransformedStatistics(features, transformed.transform(), transformed.transformed());
      default -> throw new IllegalStateException();
    };
  }

  /// The codes of each feature's categories, in their order.
  static int[][] sameCodes(CategoryStatistics categories) {
    return categories.dictionaries().stream().map(names -> all(names.size())).toArray(int[][]::new);
  }

  private static int[] all(int count) {
    return IntStream.range(0, count).toArray();
  }
}
