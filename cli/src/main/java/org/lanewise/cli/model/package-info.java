/// Classifiers by their names on the command line: what each takes, how it is fitted, stored and
/// asked; a new one begins at [ClassifierKind].
package org.lanewise.cli.model;
