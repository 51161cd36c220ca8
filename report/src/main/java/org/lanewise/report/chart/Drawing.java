package org.lanewise.report.chart;

import org.lanewise.report.svg.Svg;

/// A figure on a page.
///
/// @param svg the drawing
/// @param caption a description in a sentence or two
public record Drawing(Svg svg, String caption) {}
