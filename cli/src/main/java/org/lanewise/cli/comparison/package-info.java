/// The differences between two models, and the rows on which they disagree.
package org.lanewise.cli.comparison;
