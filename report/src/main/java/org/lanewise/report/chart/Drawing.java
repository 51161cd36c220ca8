package org.lanewise.report.chart;

import org.lanewise.report.svg.Svg;

/// A figure of a page.
///
/// @param svg the drawing
/// @param caption what it shows, in a sentence or two
public record Drawing(Svg svg, String caption) {}
