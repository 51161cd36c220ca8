/// Scoring: what a fitted model answers for a row or a batch.
package org.lanewise.score;
