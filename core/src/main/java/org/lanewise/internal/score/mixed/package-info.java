/// Scorers of rows in blocks: each block is scored by the scorer of its own model, and the sum is
/// what the row is told.
package org.lanewise.internal.score.mixed;
