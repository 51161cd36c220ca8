/// Data files into columns in memory: delimited tables and sparse lines, their formats found by
/// looking, and which rows of them train and test.
///
/// [DataReader] is the door. What it reads is a [Table]: labels, weights and one of four kinds of
/// [Features]. Whatever is wrong with a file is a [DataException] in one sentence.
package org.lanewise.cli.data;
