/// Sufficient statistics: everything that a fit needs to know about the data, gathered in one pass.
///
/// Statistics are the training state. They take batches, merge and subtract, and a model is a pure
/// function of statistics and options. A batch is added whole or, with an exception, not at all.
/// The sums themselves are computed in `internal.gather`.
package org.lanewise.statistics;
