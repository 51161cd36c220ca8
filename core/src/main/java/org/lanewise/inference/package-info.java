/// p-values: whether a row resembles any class of a model, and whether classes share a covariance.
package org.lanewise.inference;
