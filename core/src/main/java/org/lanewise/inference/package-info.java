/// p-values: whether a row looks like anything that a model has learned, whether classes share a
/// covariance.
///
/// May use `data`, `statistics`, the models, `score` and `validation`.
package org.lanewise.inference;
