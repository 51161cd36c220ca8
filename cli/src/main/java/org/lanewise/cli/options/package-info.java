/// What options of the command mean: each group of them, its help, and the sentence for a value
/// that makes no sense.
package org.lanewise.cli.options;
