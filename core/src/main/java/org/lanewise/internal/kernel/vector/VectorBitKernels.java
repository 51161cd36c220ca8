package org.lanewise.internal.kernel.vector;

import org.lanewise.internal.kernel.BitKernels;

/// [BitKernels] in vectors.
final class VectorBitKernels implements BitKernels {}
