/// Raw messages into counts of words.
package org.lanewise.cli.text;
