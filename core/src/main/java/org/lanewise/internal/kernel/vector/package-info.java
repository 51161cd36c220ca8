/// The vector kernels: the only package that imports `jdk.incubator.vector`. Each is bit-identical
/// to its scalar counterpart at any vector width.
///
/// **A loop-carried vector is never the receiver of a call.** C2 turns an operation into
/// instructions if it knows the class of the receiver. It does for a vector that was loaded or
/// broadcast, and for results computed from it. In `sum = sum.add(x)` it has only the profile of
/// that call, which is empty if the kernel is compiled as a part of a caller that became hot first;
/// then every iteration of the loop creates objects, for good. So kernels use `sum = x.add(sum)`,
/// which gives the same bits. For non-commutative operations (a blend, a masked sum) they use `sum
/// = ((DoubleVector) TYPE.cast(sum)).…`, which costs nothing. `-XX:-UseTypeProfile` shows what
/// depends on a profile.
package org.lanewise.internal.kernel.vector;
