/// Expectation and maximisation: what rows of which some features were not seen are expected to add
/// to the statistics of normal classes.
///
/// May use `data`, `internal.tasks`, `internal.score.marginal` and the scratch of scoring, layouts
/// of kernels and the kernels.
package org.lanewise.internal.em;
