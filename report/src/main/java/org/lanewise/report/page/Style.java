package org.lanewise.report.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.lanewise.report.svg.RootLocale.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.lanewise.report.svg.Colours;

/// The look of pages on a phone or a wide screen, in light and dark, and on paper: the colours, and
/// the rest from the file `page.css`.
final class Style {

  private Style() {}

  static final String SHEET =
      format(
              ":root{color-scheme:light dark;%s}\n"
                  + "@media (prefers-color-scheme:dark){:root{%s}}\n"
                  + "@media print{:root{color-scheme:light;%s}}\n",
              Colours.LIGHT.variables(), Colours.DARK.variables(), Colours.LIGHT.variables())
          + file()
          + Colours.rules();

  private static String file() {
    try (InputStream file = Style.class.getResourceAsStream("page.css")) {
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
