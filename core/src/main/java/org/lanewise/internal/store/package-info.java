/// Storage of the values of a view: each exported view of `org.lanewise.data` has a store, and
/// statistics, scorers and packers read that.
///
/// A store **lends** its arrays where values lie as the reader wants them, and **fills** the
/// reader's arrays where they do not, converting on the way. Readers do not depend on the kind of a
/// view: a new layout is a new store here and a factory in `data`. The bits that come out are those
/// of a widened copy. Arguments are trusted: views have checked shapes when they were made, and
/// readers keep bounds.
///
/// [Stores] is the bridge from a view to its store, and the one class here that knows views. The
/// others need the JDK alone.
package org.lanewise.internal.store;
