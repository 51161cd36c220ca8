/// From tables to classifiers and back: which features, statistics and scorer a classifier takes.
///
/// [ClassifierKind] is the one place where a name on the command line becomes all of these; a new
/// classifier begins there.
package org.lanewise.cli.classifier;
