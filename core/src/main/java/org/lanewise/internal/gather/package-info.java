/// Gathers moments. A batch is cut into ranges by the index of its rows. The rows of a range are
/// collected in tiles or chunks, which become weights, means, and scatters or sums of squares of
/// classes. Ranges are merged in order, whichever worker gathered them.
package org.lanewise.internal.gather;
