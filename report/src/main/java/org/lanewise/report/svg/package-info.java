/// Drawings in SVG: shapes, colours in light and dark, axes, and what may be written of names.
package org.lanewise.report.svg;
