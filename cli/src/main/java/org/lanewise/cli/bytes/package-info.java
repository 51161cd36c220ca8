/// The bytes of a data file before they are rows: what kind of file it is, and gzip data unpacked
/// so that none of them is lost unnoticed.
package org.lanewise.cli.bytes;
