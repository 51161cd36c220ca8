package org.lanewise.internal.kernel.vector;

import org.lanewise.internal.kernel.FactorKernels;

/// [FactorKernels] in vectors.
final class VectorFactorKernels implements FactorKernels {}
