/// Scorers of rows of doubles under normal classes: affine, diagonal, triangular.
package org.lanewise.internal.score.gaussian;
