/// Statistics of rows as they come: what is gathered of blocks of a file, put together with those
/// of other files, kept in a file of its own, and made a model of.
package org.lanewise.cli.gathering;
