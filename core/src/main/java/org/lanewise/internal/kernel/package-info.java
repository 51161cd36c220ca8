/// Kernels: primitive arrays in, primitive arrays out. They depend on no package above.
///
/// This package has the interfaces (`…Kernels`) and the layouts they share; `internal.tier` chooses
/// between the tiers. Kernels do not check arguments, because callers have checked them.
///
/// **Same bits.** Every output is a chain of operations whose order the interface documents and
/// which does not depend on the vector width. Where there are enough outputs, each lane holds one
/// output. Where a sum is split for speed, it is split into a documented number of chains, which
/// are folded in a documented order.
///
/// **Words**, here and in the packages above:
///
/// | term | meaning |
/// | --- | --- |
/// | range | rows with consecutive indices, counted from the first row ever added; ranges are gathered separately and merged in order |
/// | chunk | of a range: consecutive rows, counted from its start; at the end of a chunk, sums or full enough tiles are added; of tables: up to 40 groups, whose sums fit 16 bits |
/// | tile | rows that are stored together for a kernel: of numbers, rows of one class or several, in panels; of bits and codes, 64 rows or, for counting, as many words as have their class masks in the first-level cache |
/// | block | of rows: consecutive rows that are read or scored at once, column by column; of outputs: those that a vector kernel holds in registers while it reads rows; of a matrix: a square part, 8 × 8 for a factor |
/// | panel | eight neighbouring columns, row by row, the last panel padded ([PackedTriangle], tiles); where columns are scored in place, four within a quarter ([ColumnPanel]) |
/// | strip | a panel of a factor or of right-hand sides; a call of [FactorKernels] takes up to three side by side |
/// | group | of tables: features, or categories of one feature, that together have one of 32 patterns; of a factor: up to three strips of the same height |
/// | quarter | ⌈d/16⌉·4 consecutive features; the last quarters may have fewer or none: the part of a row's sum that is one chain |
/// | chain | additions into one number, one after the other, in a documented order |
/// | slot | the number of a class among the classes that occur in a chunk |
/// | pivot | of moments: the value near the mean of a class about which its sums are computed; of a factor: the square u_jj² of a diagonal entry |
/// | segment | a `MemorySegment` that a view borrows; kernels never see one |
package org.lanewise.internal.kernel;
