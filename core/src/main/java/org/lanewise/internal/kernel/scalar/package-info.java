/// The scalar kernels, which are the specification: each follows its formula as plainly as
/// possible. The vector kernels are bit-identical.
package org.lanewise.internal.kernel.scalar;
