/// Why a row is of one class rather than of another: its log-odds, shared out among the features,
/// exactly.
///
/// May use `data`, the models, `score`, `internal.linalg` and the layout of triangles.
package org.lanewise.explanation;
