/// Splits messages into tokens and counts the words of a vocabulary, or looks up the vectors of a
/// table.
package org.lanewise.text;
