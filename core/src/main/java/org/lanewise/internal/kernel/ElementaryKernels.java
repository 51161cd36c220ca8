package org.lanewise.internal.kernel;

/// Kernels of exponentials and logarithms.
public interface ElementaryKernels {}
