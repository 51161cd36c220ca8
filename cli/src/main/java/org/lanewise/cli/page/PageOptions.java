package org.lanewise.cli.page;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.UsageException;
import org.lanewise.report.figure.ModelView;

/// Options that ask for a page of figures.
public final class PageOptions implements Arguments.Group {

  private Path file;

  @Override
  public void addTo(Arguments arguments) {
    arguments.file(
        "--report",
        "FILE",
        value -> file = value,
        "Also write a page of figures as one HTML file: the model and, for test rows, errors,"
            + " curves and calibration.");
    arguments.texts(
        2,
        "--axes",
        "FEATURE",
        value -> axes = value,
        "With --report: two features as the axes of decision regions, by name, or by 0-based index"
            + " if they have none; by default the best discriminant axes.");
  }

  List<String> axes;

  /// The page, if one is asked for and can be written, which is checked before any work is done for
  /// it.
  ///
  /// @throws UsageException if the options are invalid
  /// @throws org.lanewise.cli.output.OutputException if the page cannot be written
  public Optional<PageOfRun> page() {
    if (file == null) {
      if (axes != null) {
        throw new UsageException("--axes needs --report FILE");
      }
      return Optional.empty();
    }
    PageFile.require(file);
    return Optional.of(new PageOfRun(this));
  }

  /// Returns the view of a model to draw.
  ///
  /// @throws UsageException if the axes are none of it
  ModelView view(FittedModel model) {
    if (axes == null) {
      return ModelView.of(model.classifier(), List.of());
    }
    try {
      return ModelView.of(model.classifier(), axes);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--axes: " + e.getMessage());
    }
  }

  Path file() {
    return file;
  }
}
