/// How far posteriors can be taken at their word, on rows whose classes are known, and a
/// temperature that mends it.
///
/// May use `data`, `model`, `score`, `internal.score` and elementary functions.
package org.lanewise.calibration;
