/// Naive Bayes of binary, categorical and counted features: immutable parameters fitted from
/// counts, and their smoothing. May use `data`, `statistics`, `score` and `model`.
package org.lanewise.model.discrete;
