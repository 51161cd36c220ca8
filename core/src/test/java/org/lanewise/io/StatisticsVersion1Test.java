package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.lanewise.io.SmallStatistics.bytes;
import static org.lanewise.io.SmallStatistics.read;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Files that version 1 wrote are read, and written again byte for byte.
class StatisticsVersion1Test {

  @Test
  void bernoulliStatisticsWithMissingValuesOfVersion1() throws IOException {
    BernoulliStatistics read =
        assertInstanceOf(BernoulliStatistics.class, read(fixture("missing-statistics")));
    assertEquals(8, read.rowCount());
    assertEquals(4, read.classWeight(0));
    assertEquals(2.25, read.classWeight(1));
    assertEquals(3, read.count(0, 0));
    assertEquals(0, read.unsetCount(0, 0));
    assertEquals(1, read.count(0, 1));
    assertEquals(1, read.unsetCount(0, 1));
    assertEquals(0.75, read.unsetCount(1, 0));
    assertEquals(1.75, read.count(1, 1));
    assertArrayEquals(fixture("missing-statistics"), bytes(SmallStatistics.missing()));
  }

  @Test
  void countStatisticsOfVersion1() throws IOException {
    CountStatistics read =
        assertInstanceOf(CountStatistics.class, read(fixture("count-statistics")));
    assertEquals(4, read.rowCount());
    assertEquals(1, read.classWeight(0));
    assertEquals(4.5, read.classWeight(1));
    assertEquals(3, read.count(0, 0));
    assertEquals(0, read.count(0, 1));
    assertEquals(0.5 + 1.25, read.count(1, 0));
    assertEquals(2 + 5, read.count(1, 1));
    assertArrayEquals(fixture("count-statistics"), bytes(SmallStatistics.counts()));
  }

  @Test
  void categoryStatisticsOfVersion1() throws IOException {
    CategoryStatistics read =
        assertInstanceOf(CategoryStatistics.class, read(fixture("category-statistics")));
    assertEquals(4, read.rowCount());
    assertEquals(2, read.classWeight(0));
    assertEquals(1.75, read.classWeight(1));
    assertEquals(1, read.dictionaries().get(0).code("blå"));
    assertEquals(1, read.count(0, 0, 0));
    assertEquals(0, read.count(0, 0, 1));
    assertEquals(1.5, read.count(1, 0, 1));
    assertEquals(2, read.count(0, 1, 2));
    assertEquals(0.25, read.count(1, 1, 0));
    assertArrayEquals(fixture("category-statistics"), bytes(SmallStatistics.categories()));
  }

  @Test
  void gaussianStatisticsOfVersion1() throws IOException {
    GaussianStatistics read =
        assertInstanceOf(GaussianStatistics.class, read(fixture("gaussian-statistics")));
    GaussianSummary summary = read.summary();
    assertEquals(6, read.rowCount());
    assertArrayEquals(new double[] {3, 5, 0}, summary.classWeights());
    // Class 0: (1,10), (2,20), (3,60) of weight 1; class 1: (4,0) of weight 3, (8,4) of weight 2.
    assertEquals(2, summary.origin()[0] + summary.residualMean(0)[0], 1e-15);
    assertEquals(30, summary.origin()[1] + summary.residualMean(0)[1], 1e-14);
    assertEquals(5.6, summary.origin()[0] + summary.residualMean(1)[0], 1e-14);
    assertEquals(1.6, summary.origin()[1] + summary.residualMean(1)[1], 1e-14);
    assertEquals(2, summary.scatter(0, 0, 0), 1e-15);
    assertEquals(50, summary.scatter(0, 0, 1), 1e-13);
    assertEquals(1400, summary.scatter(0, 1, 1), 1e-12);
    assertEquals(19.2, summary.scatter(1, 0, 0), 1e-13);
    assertEquals(19.2, summary.scatter(1, 0, 1), 1e-13);
    assertArrayEquals(fixture("gaussian-statistics"), bytes(SmallStatistics.gaussian()));
  }

  @Test
  void bernoulliStatisticsOfVersion1() throws IOException {
    BernoulliStatistics read =
        assertInstanceOf(BernoulliStatistics.class, read(fixture("bernoulli-statistics")));
    assertEquals(5, read.rowCount());
    assertEquals(2, read.classWeight(0));
    assertEquals(1.75, read.classWeight(1));
    assertEquals(2, read.count(0, 0));
    assertEquals(1, read.count(0, 1));
    assertEquals(1.5, read.count(1, 0));
    assertEquals(1.25, read.count(1, 1));
    assertArrayEquals(fixture("bernoulli-statistics"), bytes(SmallStatistics.bernoulli()));
  }

  private static byte[] fixture(String name) throws IOException {
    String resource = "/model/v1-" + name + ".lanewise";
    try (InputStream stream = StatisticsVersion1Test.class.getResourceAsStream(resource)) {
      return stream.readAllBytes();
    }
  }
}
