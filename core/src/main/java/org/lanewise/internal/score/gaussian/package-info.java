/// Scorers of rows of doubles under normal classes: affine, diagonal, triangular.
///
/// May use `data` and the stores behind it, `internal.score`, its scratch and the kernels.
package org.lanewise.internal.score.gaussian;
