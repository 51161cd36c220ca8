/// Scoring: what a fitted model answers for a row or a batch.
///
/// May use `data`.
package org.lanewise.score;
