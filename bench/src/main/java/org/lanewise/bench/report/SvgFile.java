package org.lanewise.bench.report;

import org.lanewise.report.svg.Colours;
import org.lanewise.report.svg.Svg;

/// A drawing as a file of its own, with the colours of [Colours].
public final class SvgFile {

  private SvgFile() {}

  /// The text of the file.
  public static String of(Svg svg) {
    return svg.inFile(style());
  }

  private static String style() {
    StringBuilder style = new StringBuilder();
    style.append("text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\n");
    style.append("text.head{font-size:15px;font-weight:600}\n");
    style.append("text.strong{font-weight:600}\n");
    style.append("polyline{fill:none}\n");
    style.append(".grid{stroke-width:1}\n.edge{stroke-width:1.5}\n.thin{stroke-width:.8}\n");
    style.append(".roof{stroke-width:2}\n.curve{stroke-width:2;fill:none}\n");
    style.append(colours(Colours.LIGHT));
    style.append("@media (prefers-color-scheme:dark){\n");
    style.append(colours(Colours.DARK));
    return style.append("}\n").toString();
  }

  private static String colours(Colours colours) {
    StringBuilder style = new StringBuilder();
    style.append(".paper{fill:").append(colours.paper()).append("}\n");
    style.append("text{fill:").append(colours.ink()).append("}\n");
    style.append("text.soft{fill:").append(colours.soft()).append("}\n");
    style.append(".grid{stroke:").append(colours.grid()).append("}\n");
    style.append(".edge,.thin,.roof{stroke:").append(colours.edge()).append("}\n");
    for (int i = 0; i < Svg.SERIES; i++) {
      String series = colours.series().get(i);
      style.append(".series-").append(i).append("{fill:").append(series).append("}\n");
      style.append(".curve.series-").append(i).append("{fill:none;stroke:").append(series);
      style.append("}\n");
    }
    return style.toString();
  }
}
