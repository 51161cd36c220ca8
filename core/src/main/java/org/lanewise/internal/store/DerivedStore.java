package org.lanewise.internal.store;

/// Numbers that are computed from those of another store when they are read.
public non-sealed interface DerivedStore extends NumericStore {}
