/// Splits messages into tokens and counts the words of a vocabulary.
package org.lanewise.text;
