/// Storage of the values of a view: each exported view of `org.lanewise.data` has a store, and
/// statistics, scorers and packers read that.
///
/// A store **lends** its arrays if they have the layout that the reader needs; otherwise it
/// **fills** the reader's arrays and converts the values. Readers do not depend on the kind of a
/// view: a new layout is a new store here and a factory in `data`. Results are bit-identical to
/// those of a copy as doubles. Stores do not check arguments: views checked shapes when they were
/// created, and readers stay within bounds.
///
/// [Stores] is the bridge from a view to its store, and the only class here that depends on views.
/// The others depend only on the JDK.
package org.lanewise.internal.store;
