package org.lanewise.internal.kernel;

/// About 104 bits for the references of tests: the unevaluated sum high + low, |low| ≤ ½ ulp(high).
///
/// Algorithms of T. J. Dekker (1971) and of D. E. Knuth, with fused multiply-add for products.
public record DoubleDouble(double high, double low) {

  public static final DoubleDouble ZERO = new DoubleDouble(0, 0);
  public static final DoubleDouble ONE = new DoubleDouble(1, 0);

  private static final DoubleDouble LN2 =
      new DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
  private static final DoubleDouble[] RECIPROCALS = new DoubleDouble[10];

  static {
    for (int i = 1; i < RECIPROCALS.length; i++) {
      RECIPROCALS[i] = ONE.over(of(i));
    }
  }

  private static final double LN2_THIRD = 0x1.7b57a079a1934p-111;

  public static DoubleDouble of(double value) {
    return new DoubleDouble(value, 0);
  }

  /// The exact sum of two doubles.
  public static DoubleDouble sum(double a, double b) {
    double s = a + b;
    double back = s - a;
    return new DoubleDouble(s, (a - (s - back)) + (b - back));
  }

  /// The exact product of two doubles.
  public static DoubleDouble product(double a, double b) {
    double p = a * b;
    return new DoubleDouble(p, Math.fma(a, b, -p));
  }

  public DoubleDouble plus(DoubleDouble other) {
    DoubleDouble s = sum(high, other.high);
    DoubleDouble t = sum(low, other.low);
    DoubleDouble u = fast(s.high, s.low + t.high);
    return fast(u.high, u.low + t.low);
  }

  public DoubleDouble minus(DoubleDouble other) {
    return plus(other.negated());
  }

  public DoubleDouble negated() {
    return new DoubleDouble(-high, -low);
  }

  public DoubleDouble times(DoubleDouble other) {
    DoubleDouble p = product(high, other.high);
    return fast(p.high, p.low + Math.fma(high, other.low, low * other.high));
  }

  public DoubleDouble over(DoubleDouble other) {
    double first = high / other.high;
    DoubleDouble rest = minus(other.times(of(first)));
    double second = rest.high / other.high;
    rest = rest.minus(other.times(of(second)));
    return sum(first, second).plus(of(rest.high / other.high));
  }

  public DoubleDouble root() {
    double guess = Math.sqrt(high);
    DoubleDouble rest = minus(product(guess, guess));
    return sum(guess, rest.high / (2 * guess));
  }

  /// The product with a power of two.
  public DoubleDouble scaled(double powerOfTwo) {
    return new DoubleDouble(high * powerOfTwo, low * powerOfTwo);
  }

  public double value() {
    return high + low;
  }

  /// n with x = n ln 2 + r, |r| ≤ ½ ln 2.
  public static int exponentOfExp(double x) {
    return (int) Math.rint(x / LN2.high);
  }

  /// e^(x − n ln 2), n of [#exponentOfExp(double)], by the Taylor series of its 512th root.
  public static DoubleDouble expFraction(double x) {
    int n = exponentOfExp(x);
    DoubleDouble r =
        of(x)
            .minus(product(n, LN2.high))
            .minus(product(n, LN2.low))
            .minus(of(n * LN2_THIRD))
            .scaled(0x1p-9);
    DoubleDouble term = r;
    DoubleDouble sum = r;
    for (int i = 2; i <= 9; i++) {
      term = term.times(r).times(RECIPROCALS[i]);
      sum = sum.plus(term);
    }
    // (1 + s)² − 1 = 2s + s², nine times, so that the 1 does not swallow digits.
    for (int i = 0; i < 9; i++) {
      sum = sum.scaled(2).plus(sum.times(sum));
    }
    return sum.plus(ONE);
  }

  /// log(a + b) for a positive normal a and |b| below its rounding unit: a Newton step from
  /// [StrictMath], or near 1 the series.
  public static DoubleDouble log(double a, double b) {
    DoubleDouble f = of(a).minus(ONE).plus(of(b));
    if (Math.abs(f.high) < 0x1p-14) {
      DoubleDouble sum = ZERO;
      for (int i = 8; i >= 1; i--) {
        sum = (i % 2 == 0 ? RECIPROCALS[i].negated() : RECIPROCALS[i]).plus(sum.times(f));
      }
      return sum.times(f);
    }
    double guess = StrictMath.log(a);
    int n = exponentOfExp(-guess);
    DoubleDouble quotient =
        expFraction(-guess).times(of(Math.scalb(a, n)).plus(of(Math.scalb(b, n))));
    DoubleDouble rest = quotient.minus(ONE);
    return of(guess).plus(rest).minus(rest.times(rest).scaled(0.5));
  }

  private static DoubleDouble fast(double a, double b) {
    double s = a + b;
    return new DoubleDouble(s, b - (s - a));
  }
}
