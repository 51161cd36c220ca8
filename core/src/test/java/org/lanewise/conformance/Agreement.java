package org.lanewise.conformance;

/// How well a value found agrees with the one expected.
///
/// @param what the quantity and the place in it
/// @param expected as in the case file
/// @param found as Java writes it
/// @param digits the decimal digits that agree; infinite where the value found is the double
///   nearest to the expected one, or the same text
/// @param accepted whether the case allows it
record Agreement(String what, String expected, String found, double digits, boolean accepted) {

  /// Whether this is a worse agreement than another.
  boolean worseThan(Agreement other) {
    return other == null || (accepted == other.accepted ? digits < other.digits : !accepted);
  }

  @Override
  public String toString() {
    return "%s: expected %s, found %s".formatted(what, expected, found);
  }
}
