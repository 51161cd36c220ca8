package org.lanewise.internal.kernel;

/// Kernels of binary rows.
public interface BitKernels {}
