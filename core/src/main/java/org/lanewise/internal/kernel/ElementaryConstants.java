package org.lanewise.internal.kernel;

/// The numbers of [Elementary], which its scalar and its vector form share.
///
/// `E0` … `E9`: (eʳ − 1 − r)/r² = Σ E_i rⁱ on |r| ≤ ½ ln 2, minimax (Remez), error 2⁻⁵⁸ of eʳ.
///
/// `L1` … `L7`: (log(1+f) − 2s)/s = Σ L_i s²ⁱ with s = f/(2+f) and 1+f in [√½, √2), error 2⁻⁵⁸ (the
/// coefficients of fdlibm's e_log.c).
public final class ElementaryConstants {

  /// Adding it rounds to the nearest integer and leaves that integer in the low bits.
  public static final double ROUNDER = 0x1.8p52;

  /// log₂ e.
  public static final double LOG2_E = 0x1.71547652b82fep+0;

  /// The leading 42 bits of ln 2: n times it is exact for |n| < 2¹¹.
  public static final double LN2_HIGH = 0x1.62e42fefa38p-1;

  /// ln 2 − [#LN2_HIGH].
  public static final double LN2_LOW = 0x1.ef35793c7673p-45;

  /// Above it e^x is more than a double can hold.
  public static final double EXP_MAX = 710;

  /// Below it e^x is less than half the smallest subnormal number.
  public static final double EXP_MIN = -746;

  public static final double E0 = 0x1.000000000000bp-1;
  public static final double E1 = 0x1.5555555555561p-3;
  public static final double E2 = 0x1.555555555003p-5;
  public static final double E3 = 0x1.111111110d639p-7;
  public static final double E4 = 0x1.6c16c185a75f6p-10;
  public static final double E5 = 0x1.a01a01bae25a9p-13;
  public static final double E6 = 0x1.a0199693aa07dp-16;
  public static final double E7 = 0x1.71dddfcbb60d8p-19;
  public static final double E8 = 0x1.28b04922e6314p-22;
  public static final double E9 = 0x1.af8587d839177p-26;

  /// Bits of 1.0.
  public static final long ONE_BITS = 0x3ff0000000000000L;

  /// Bits of √½, rounded up to 20 bits: significands are taken from [√½, √2).
  public static final long ROOT_HALF_BITS = 0x3fe6a09e00000000L;

  /// Bits of the fraction of a double.
  public static final long FRACTION_BITS = 0x000fffffffffffffL;

  /// Bits of 2⁵²: with an integer in the low bits, 2⁵² more than it.
  public static final long INTEGER_BITS = 0x4330000000000000L;

  /// The contribution of INTEGER_BITS and of the bias of the exponent.
  public static final double INTEGER_BIAS = 0x1p52 + 1023;

  /// Makes subnormal numbers normal.
  public static final double SUBNORMAL_SCALE = 0x1p54;

  public static final double L1 = 0x1.5555555555593p-1;
  public static final double L2 = 0x1.999999997fa04p-2;
  public static final double L3 = 0x1.2492494229359p-2;
  public static final double L4 = 0x1.c71c51d8e78afp-3;
  public static final double L5 = 0x1.7466496cb03dep-3;
  public static final double L6 = 0x1.39a09d078c69fp-3;
  public static final double L7 = 0x1.2f112df3e5244p-3;

  private ElementaryConstants() {}
}
