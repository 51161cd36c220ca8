/// Made calls of every kernel, at a given shape: what a rehearsal runs. Values are small normal
/// numbers; extents are capped, so that a trial holds a few megabytes at most.
package org.lanewise.internal.handover.trial;
