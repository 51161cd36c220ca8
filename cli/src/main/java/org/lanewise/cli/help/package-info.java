/// Texts that lead through several commands.
package org.lanewise.cli.help;
