package org.lanewise.bench.study.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.result.DataTable;

/// The page of the study, written from its tables of figures alone.
public final class StudyPage {

  /// The tables that answers speak of.
  private static final List<String> TABLES =
      List.of(
          "efficiency",
          "efficiency-variances",
          "robustness",
          "curves",
          "unregularized",
          "dimensions",
          "theta",
          "theta-summary",
          "confidence",
          "smoothing",
          "values",
          "cost");

  /// The number of data sets that they speak of.
  private static final int SETS = 11;

  private StudyPage() {}

  /// Whether all is there that answers speak of.
  private static boolean isWhole(Path folder) throws IOException {
    return TABLES.stream().allMatch(name -> DataTable.exists(folder, name))
        && DataTable.read(folder, "curves").distinct("set").size() == SETS;
  }

  /// Writes the page and its charts.
  ///
  /// @param folder of the tables, and of the charts
  /// @param file the page
  /// @param quick whether the figures are those of a quick run, which answer nothing; nor do those
  ///   of some experiments or some sets only
  /// @throws IOException if a table cannot be read or a file not written
  public static void write(Path folder, Path file, boolean quick) throws IOException {
    Files.createDirectories(folder);
    DataTable.write(file, of(folder, quick));
  }

  /// The text of the page; its charts are written.
  ///
  /// @throws IOException if a table cannot be read or a chart not written
  static String of(Path folder, boolean quick) throws IOException {
    Figures figures = new Figures(folder, !quick && isWhole(folder));
    Page page = new Page();
    try {
      Introduction.write(page, figures);
      EfficiencySection.write(page, figures);
      RobustnessSection.write(page, figures);
      CurvesSection.write(page, figures);
      ThetaSection.write(page, figures);
      ConfidenceSection.write(page, figures);
      CostSection.write(page, figures);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return page.toString();
  }
}
