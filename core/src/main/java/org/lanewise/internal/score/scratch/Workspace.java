package org.lanewise.internal.score.scratch;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/// The arrays that a call needs, of whatever model: [Scratch] says whose they are.
///
/// The arrays of one row lie here, one step from the thread; those of batches lie in parts, by what
/// flows through them.
///
/// Arrays grow when a larger model comes, so they may be longer than a model needs, and hold what
/// another left in them. What a kernel reads is written first: where it reads behind the last
/// feature or row, whoever calls it clears that.
///
/// A workspace that is larger than [#MAX_BYTES] is emptied after the call: what a thread keeps does
/// not depend on the largest model it ever met.
public final class Workspace {

  /// The most bytes that a workspace keeps between two calls: the blocks of a linear discriminant
  /// of 1,900 features.
  static final long MAX_BYTES = 8L << 20;

  private static final double[] NO_DOUBLES = {};
  private static final int[] NO_INTS = {};

  /// A row less the origin, the row about a class's mean, and its triangular image; as long as one
  /// another.
  public double[] x;

  public double[] centred;
  public double[] image;

  /// The most classes of a row, padded, that there is room for.
  private int rowClasses;

  /// The number of features behind which [#centred] is 0 up to a multiple of 8, or −1.
  private int clearBehind;

  /// The places in T(x) of what a row or a block has; of a block, feature by feature.
  public int[] places;

  private Growth growth;

  /// The scores of a row, and those of a block.
  public ScorePlanes row;

  public ScorePlanes block;
  public NumericScratch numeric;
  public MarginalScratch marginal;
  public DiscreteScratch discrete;
  public LabelScratch labels;
  public FloatScratch floats;
  public SubspaceScratch subspace;
  public RowCopies copies;
  public TransformScratch transform;

  /// What batches of the same thread are scored with; null until one comes. A row may be scored
  /// while a batch is.
  Workspace ofBatches;

  /// How many calls use it now, each within the one before.
  int calls;

  /// Whether it goes back to the pool after the call.
  boolean lent;

  /// The calls of a thread so far that has none of its own, where this is a stand-in; else −1.
  final int callsBefore;

  /// The reference that a thread holds.
  final WeakReference<Workspace> weak = new WeakReference<>(this);

  Workspace() {
    this(-1);
  }

  Workspace(int callsBefore) {
    this.callsBefore = callsBefore;
    empty();
  }

  /// Whether one row of so many features, padded, and classes can be scored.
  public boolean holdsRow(int paddedCount, int classStride) {
    return x.length >= paddedCount && rowClasses >= classStride;
  }

  /// Space for a row of so many features, padded, and classes.
  public void makeRow(int paddedCount, int classStride) {
    if (x.length < paddedCount) {
      clearBehind = -1;
    }
    x = growth.longer(x, paddedCount);
    centred = growth.longer(centred, paddedCount);
    image = growth.longer(image, paddedCount);
    row.makeRow(classStride);
    rowClasses = Math.max(rowClasses, classStride);
  }

  /// Places, at least so many.
  public int[] places(int count) {
    places = growth.longer(places, count);
    return places;
  }

  /// Clears what lies behind d features in [#centred], which a triangular image multiplies by 0.
  public void clearBehind(int d, int paddedCount) {
    if (clearBehind != d) {
      Arrays.fill(centred, d, paddedCount, 0);
      clearBehind = d;
    }
  }

  /// Keeps nothing of the caller's, and no more than it may.
  void endCall() {
    numeric.forget();
    discrete.forget();
    labels.bits.forget();
    if (bytes() > MAX_BYTES) {
      empty();
    }
  }

  private void empty() {
    x = NO_DOUBLES;
    centred = NO_DOUBLES;
    image = NO_DOUBLES;
    clearBehind = -1;
    rowClasses = 0;
    places = NO_INTS;
    growth = new Growth();
    row = new ScorePlanes(growth);
    block = new ScorePlanes(growth);
    numeric = new NumericScratch(growth);
    marginal = new MarginalScratch(growth);
    discrete = new DiscreteScratch(growth);
    labels = new LabelScratch(growth);
    floats = new FloatScratch(growth);
    subspace = new SubspaceScratch(growth);
    copies = new RowCopies(growth);
    transform = new TransformScratch(growth);
  }

  /// The bytes that it holds.
  long bytes() {
    return growth.bytes() + numeric.read.bytes();
  }
}
