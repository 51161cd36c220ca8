/// Borrowed views of features in memory, one class per layout, and the labels that go with them.
///
/// A view never copies what it is given unless its factory says so, and never changes it. What a
/// factory does is in its name: `of…` borrows, `copyOf…` copies or packs what lies column by
/// column, `from…Rows` and `fromRowMajor` copy rows into columns.
///
/// Behind a view is a store, in a package that is not exported: statistics and scorers read that,
/// whatever the layout.
package org.lanewise.data;
