package org.lanewise.serving;

import java.time.Instant;
import org.lanewise.data.RowBatch;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// A model as a [ModelHandle] serves it. What belongs to one answer is taken from one of these: the
/// class names of a label, the dictionaries that categories are coded by, a threshold of the notes.
///
/// @param version 1 for the first that the handle served, then ascending; never given twice
/// @param source where it came from
/// @param model the model
/// @param scorer its scorer, made and warmed up
/// @param file the whole file, with notes
/// @param isWarm whether the kernels were decided in the time for it; if not it answers as well,
///   and slower
/// @param since when it was ready
public record ServedModel<R, B extends RowBatch>(
    long version,
    String source,
    Classifier<R, B> model,
    Scorer<R, B> scorer,
    ModelFile file,
    boolean isWarm,
    Instant since) {}
