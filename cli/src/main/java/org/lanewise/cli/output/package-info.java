/// The output of the command: standard output, files that appear whole or not at all, progress.
package org.lanewise.cli.output;
