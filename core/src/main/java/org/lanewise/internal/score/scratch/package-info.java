/// The arrays that calls score with, and which call uses which. This package allocates them, reads
/// columns into them, and knows no model.
package org.lanewise.internal.score.scratch;
