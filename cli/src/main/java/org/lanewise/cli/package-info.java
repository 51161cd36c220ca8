/// The command line: what starts, each command with its options, and the sentence for what goes
/// wrong.
package org.lanewise.cli;
