/// Calibration of posteriors on labelled rows, and a temperature that corrects it.
package org.lanewise.calibration;
