/// The arrays that calls score with, and which call has which: what is here makes room and reads
/// columns into it, and knows no model.
package org.lanewise.internal.score.scratch;
