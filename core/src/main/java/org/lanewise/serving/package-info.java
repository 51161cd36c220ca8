/// Models in long-running services: a handle on a model that can be replaced while it serves, rows
/// in the forms in which services receive them, and the difference between two models.
///
/// Getting the current scorer of a handle is one load of a field; the thread that replaces the
/// model does all other work.
package org.lanewise.serving;
