package org.lanewise.internal.kernel;

/// Kernels of dense factorisation.
public interface FactorKernels {}
