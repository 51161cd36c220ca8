/// Text: messages into tokens, and tokens into counts of the words of a vocabulary.
package org.lanewise.text;
