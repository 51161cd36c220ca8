/// Text: messages into tokens, and tokens into counts of the words of a vocabulary.
///
/// May use `data`.
package org.lanewise.text;
