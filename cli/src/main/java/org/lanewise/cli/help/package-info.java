/// Texts that lead through several commands, and the name that was meant by another.
package org.lanewise.cli.help;
