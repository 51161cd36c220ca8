/// Scorers: a model's parameters compiled into the few shapes in which rows are scored.
///
/// Many models, few scorers: a class-conditional of the exponential family makes log p(x, y) affine
/// in a statistic T(x), so linear discriminants and the discrete models share the affine scorer;
/// Gaussian Naive Bayes is diagonal, the quadratic discriminants are triangular. May use `data`,
/// the stores behind it, `score` and the kernels.
package org.lanewise.internal.score;
