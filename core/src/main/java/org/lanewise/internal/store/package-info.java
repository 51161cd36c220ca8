/// Where the values of a view lie: behind each exported view of `org.lanewise.data` there is a
/// store, and statistics, scorers and packers read that.
///
/// A store **lends** its arrays where values lie as the reader wants them, and **fills** the
/// reader's arrays where they do not, converting on the way; nobody asks what kind a view is, and a
/// new layout is a new store here and a factory in `data`. The bits that come out are those of a
/// widened copy. Arguments are trusted: views have checked shapes when they were made, and readers
/// keep bounds.
///
/// [Stores] is the bridge from a view to its store, and the one class here that knows views. The
/// others need the JDK alone.
package org.lanewise.internal.store;
