/// A data file from its bytes to a table: cells, numbers and texts, and how the file is written, as
/// found by looking; [DataReader] is the door.
package org.lanewise.cli.reading;
