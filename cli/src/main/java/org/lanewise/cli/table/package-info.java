/// The rows of a file in memory: its columns and features with their names, which rows train and
/// test, and the refusal of what is unusable.
package org.lanewise.cli.table;
