/// Models in long-running services: a handle on a model that can be replaced while it serves, rows
/// in the forms that services have, and the difference of two models.
///
/// Getting the current scorer of a handle is one load of a field; everything else is the work of
/// the thread that replaces the model.
package org.lanewise.serving;
