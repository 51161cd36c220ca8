/// Scorers of affine forms over bits, categories, counts and words, one for each kind of row.
///
/// May use `data` and the stores behind it, `score`, `internal.score`, its scratch and `certify`,
/// and the kernels.
package org.lanewise.internal.score.discrete;
