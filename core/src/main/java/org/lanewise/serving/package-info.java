/// What a process that lives long needs of models: a handle on one that can be replaced while it is
/// used, rows as services have them, and what differs between two models.
///
/// A handle gives a scorer for one load of a field; everything else is done by whoever replaces.
package org.lanewise.serving;
