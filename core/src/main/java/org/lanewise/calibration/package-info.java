/// How far posteriors can be taken at their word, on rows whose classes are known, and a
/// temperature that mends it.
package org.lanewise.calibration;
