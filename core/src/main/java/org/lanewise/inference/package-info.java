/// p-values: whether a row resembles anything that a model has learned, and whether classes share a
/// covariance.
package org.lanewise.inference;
