/// Sufficient statistics: all that a fit needs of the data, gathered in one pass.
///
/// Statistics take batches, merge, and are the training state: a model is a pure function of
/// statistics and options. A batch is taken whole or, with an exception, not at all. Here is only
/// what users type and what that shares; the sums themselves are in rooms of their own.
package org.lanewise.statistics;
