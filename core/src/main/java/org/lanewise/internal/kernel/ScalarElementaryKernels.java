package org.lanewise.internal.kernel;

/// The specification of [ElementaryKernels].
public final class ScalarElementaryKernels implements ElementaryKernels {}
