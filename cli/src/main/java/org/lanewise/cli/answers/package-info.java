/// What is asked of a model for the rows of a file, and what it says: classes, posteriors,
/// decisions by costs.
package org.lanewise.cli.answers;
