/// Views of features in memory, one class for each kind of value, and labels.
///
/// A view never changes the data it is given. The name of the factory shows whether it copies:
/// `of…` borrows, `copyOf…` copies or packs columns, `from…Rows` copy rows into columns.
///
/// Statistics and scorers read each view through its store, in a package that is not exported.
package org.lanewise.data;
