/// The options of the command, in groups: their help, their meaning, and the messages for invalid
/// values.
package org.lanewise.cli.options;
