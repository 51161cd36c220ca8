package org.lanewise.internal.kernel.vector;

import org.lanewise.internal.kernel.ElementaryKernels;

/// [ElementaryKernels] in vectors.
final class VectorElementaryKernels implements ElementaryKernels {}
