/// Kernels: primitive arrays in, primitive arrays out. They know none of the rooms above.
///
/// Holds the contracts (`…Kernels`), the layouts they share, and the choice between the tiers, the
/// scalar and the vector kernels. Arguments are trusted: callers have checked them. A kernel call
/// is one tile of work, microseconds, so that the JIT compiles its ordinary entry from a ripe
/// profile.
///
/// **Same bits.** Every output is a chain of operations whose order is written in the contract and
/// does not depend on the vector width: one output per lane wherever there are enough outputs;
/// where a sum is split for speed, into a written number of chains folded in a written order.
package org.lanewise.internal.kernel;
