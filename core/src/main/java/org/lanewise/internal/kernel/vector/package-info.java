/// The vector kernels: the only package that imports `jdk.incubator.vector`. Each gives the bits of
/// its scalar twin at any vector width.
///
/// **What a loop carries is never the receiver.** C2 turns an operation into instructions where it
/// knows the class of the receiver, as it does of a vector that was loaded or broadcast, and of
/// results computed from it. In `sum = sum.add(x)` it has only the profile of that call, which is
/// empty where the kernel is compiled as a part of a caller that grew hot before it; then every
/// turn of the loop makes objects, for good. So it is `sum = x.add(sum)`, the same bits, and where
/// the operation has a direction (a blend, a masked sum), `sum = ((DoubleVector)
/// TYPE.cast(sum)).…`, which costs nothing. `-XX:-UseTypeProfile` shows what depends on a profile.
package org.lanewise.internal.kernel.vector;
