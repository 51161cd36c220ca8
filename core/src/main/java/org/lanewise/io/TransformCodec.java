package org.lanewise.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.transform.Transform;

/// The steps of a transform in a file of statistics, and the kind of the statistics that follow.
final class TransformCodec {

  static final String INNER = "inner";
  private static final String STEPS = "steps";

  /// A transform, and the kind of the statistics of transformed rows.
  record Head(Transform transform, long kind) {}

  private TransformCodec() {}

  /// The transform of rows, then the kind and number of features of the transformed ones.
  static List<Section> sections(Transform transform, int kind, int featureCount) {
    List<Section> sections =
        new ArrayList<>(DescriptionSections.parts(STEPS, transform.describe()));
    sections.add(Section.longs(INNER, kind, featureCount));
    return sections;
  }

  /// Reads a transform, and the kind of what follows for its results.
  ///
  /// @throws IllegalArgumentException if it does not accept the features of the file
  static Head read(SectionReader in, StoredNames names) throws UnusableFileException {
    Transform transform;
    try {
      transform = new SectionSource(in, STEPS, names).transform(STEPS);
    } catch (UnusableFileException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    int outputs = transform.outputCount(in.featureCount());
    long[] inner = in.longs(INNER, 2);
    in.requireRange(INNER, inner[1], outputs, outputs);
    return new Head(transform, inner[0]);
  }
}
