/// Kernels that begin scalar and go over to vectors: of every contract one class that asks, call by
/// call, which tier is to run. Nothing here computes or decides.
package org.lanewise.internal.kernel.auto;
