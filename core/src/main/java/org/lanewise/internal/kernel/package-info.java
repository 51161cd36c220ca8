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
/// `docs/terms.md` defines range, chunk, tile, block, panel, strip, group, quarter, chain, slot and
/// pivot.
package org.lanewise.internal.kernel;
