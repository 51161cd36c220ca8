package org.lanewise.cli.reading;

/// Observes how much of a file has been read.
@FunctionalInterface
public interface ReadProgress {

  /// Does nothing with it.
  ReadProgress NONE = (done, total) -> {};

  /// `done` of `total` bytes, as stored in the file, have been read; `total` is 0 for a pipe.
  void read(long done, long total);
}
