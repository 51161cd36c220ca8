/// Gathering moments: a batch is cut into ranges by the index of its rows; the rows of a range go
/// through tiles or chunks to weights, means, and scatters or sums of squares of classes; ranges
/// are merged in their order, whichever worker gathered them.
package org.lanewise.internal.gather;
