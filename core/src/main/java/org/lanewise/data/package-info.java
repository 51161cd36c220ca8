/// Borrowed views of features in memory, one class per layout, and the labels that go with them.
///
/// A view never copies what it is given unless its factory says so, never changes it, and hands
/// blocks of it to the statistics and scorers; so a new layout is a new class here and nowhere
/// else. May use the kernels, which pack and check blocks.
package org.lanewise.data;
