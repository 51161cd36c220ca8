package org.lanewise.internal.kernel;

/// The specification of [BitKernels].
public final class ScalarBitKernels implements BitKernels {}
