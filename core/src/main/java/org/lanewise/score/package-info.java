/// Scoring of rows and batches: labels, posteriors, densities and decisions.
package org.lanewise.score;
