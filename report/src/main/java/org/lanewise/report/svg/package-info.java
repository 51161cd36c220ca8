/// Drawings in SVG: shapes, colours in light and dark, axes, and escaping of names.
package org.lanewise.report.svg;
