/// Labels by sums of integers that are proven to be those of the exact scores: what has a margin,
/// or is summed within one.
///
/// May use `internal.score`, its scratch and the kernels.
package org.lanewise.internal.score.certify;
