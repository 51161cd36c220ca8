/// Sufficient statistics: everything that a fit needs to know about the data, gathered in one pass.
///
/// Statistics are the training state. They accept batches and can be merged and subtracted, and a
/// model is a pure function of statistics and options. If adding a batch throws, nothing of it is
/// added. The sums themselves are computed in `internal.gather`.
package org.lanewise.statistics;
