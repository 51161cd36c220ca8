/// Scorers of rows of doubles for Gaussian models: affine, diagonal, triangular.
package org.lanewise.internal.score.gaussian;
