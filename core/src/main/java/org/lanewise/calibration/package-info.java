/// Measures how well posteriors are calibrated on labelled rows, and finds a temperature that
/// corrects them.
package org.lanewise.calibration;
