/// Naive Bayes of binary, categorical and counted features: immutable parameters fitted from
/// counts, and their smoothing.
package org.lanewise.model.discrete;
