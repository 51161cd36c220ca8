/// The temporary arrays of calls, and their assignment to calls. This package allocates them and
/// reads columns into them, and does not depend on any model.
package org.lanewise.internal.score.scratch;
