/// p-values: whether a row looks like anything that a model has learned, whether classes share a
/// covariance.
package org.lanewise.inference;
