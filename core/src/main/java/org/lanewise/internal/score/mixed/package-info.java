/// Scorers of rows in blocks: each block is scored by the scorer of its own model, and the results
/// are added.
package org.lanewise.internal.score.mixed;
