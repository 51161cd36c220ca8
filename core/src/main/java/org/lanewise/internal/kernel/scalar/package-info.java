/// The scalar kernels, which are the specification: each as plainly as its formula. The vector
/// kernels give the same bits.
package org.lanewise.internal.kernel.scalar;
