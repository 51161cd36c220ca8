package org.lanewise.internal.kernel;

/// The vector kernels load, but would not run as vector instructions on this virtual machine.
public final class UnsuitableException extends Exception {

  private static final long serialVersionUID = 1L;

  /// An exception with the reason as one clause.
  public UnsuitableException(String message) {
    super(message);
  }
}
