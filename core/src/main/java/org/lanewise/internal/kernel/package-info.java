/// Kernels: primitive arrays in, primitive arrays out. They depend on no package above.
///
/// Holds the contracts (`…Kernels`) and the layouts they share; the choice between the tiers is in
/// `internal.tier`. Arguments are trusted: callers have checked them.
///
/// **Same bits.** Every output is a chain of operations whose order is written in the contract and
/// does not depend on the vector width: one output per lane wherever there are enough outputs;
/// where a sum is split for speed, into a written number of chains folded in a written order.
///
/// **Words**, here and in the packages above:
///
/// | word | is |
/// | --- | --- |
/// | range | rows given by their index since the statistics began, gathered alone, and merged in the order of the ranges |
/// | chunk | of a range: consecutive rows, counted from its start, at whose end sums or ripe tiles are taken in; of tables: up to 40 groups, whose sums fit 16 bits |
/// | tile | rows that lie together for a kernel: of numbers, of one class or several, in panels; of bits and codes, 64 rows, or for counting as many words of them as have their class masks in the first cache |
/// | block | of rows: consecutive ones that are read or scored at once, column by column; of outputs: what a vector kernel holds in registers while rows pass; of a matrix: a square part, 8 × 8 of a factor |
/// | panel | eight neighbouring columns, row by row, the last ones padded ([PackedTriangle], tiles); where columns are scored as they lie, 8 or 4 of them within a quarter ([ColumnPanel]) |
/// | strip | a panel of a factor or of right sides; a call of [FactorKernels] takes up to three side by side |
/// | group | of tables: features, or categories of one feature, that have one of 32 patterns together; of a factor: up to three strips, of one height |
/// | quarter | ⌈d/16⌉·4 consecutive features, the last ones fewer or none: the part of a row's sum that is one chain |
/// | chain | additions one after the other, in a written order, into one number |
/// | slot | the number of a class among those that a chunk has |
/// | pivot | of moments: the value near its mean that the sums of a class are taken about; of a factor: the square u_jj² of a diagonal entry |
/// | segment | a `MemorySegment` that a view borrows; kernels see none |
package org.lanewise.internal.kernel;
