/// Parts shared by all scorers: checks of a batch and its division into tasks, affine scores and
/// their panels, the softmax.
///
/// Many models, few scorers: a class-conditional of the exponential family makes log p(x, y) affine
/// in a statistic T(x), so linear discriminants and the discrete models share the affine scores;
/// Gaussian Naive Bayes is diagonal, the quadratic discriminants are triangular.
package org.lanewise.internal.score;
