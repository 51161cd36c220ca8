/// Scorers of affine forms over bits, categories, counts and words, one for each kind of row.
package org.lanewise.internal.score.discrete;
