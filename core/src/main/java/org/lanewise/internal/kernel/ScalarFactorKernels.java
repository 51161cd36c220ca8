package org.lanewise.internal.kernel;

/// The specification of [FactorKernels].
public final class ScalarFactorKernels implements FactorKernels {}
