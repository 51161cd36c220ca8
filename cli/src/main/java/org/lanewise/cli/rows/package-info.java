/// Rows of a table in the forms that the library takes, the inputs that say which, and the words of
/// the file for what the library refuses.
package org.lanewise.cli.rows;
