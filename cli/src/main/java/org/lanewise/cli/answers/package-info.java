/// Requests for predictions and their results: classes, posteriors, decisions by costs.
package org.lanewise.cli.answers;
