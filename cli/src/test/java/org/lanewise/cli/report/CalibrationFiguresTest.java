package org.lanewise.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lanewise.calibration.Calibration;

class CalibrationFiguresTest {

  @Test
  void rowsWithoutPosteriorsHaveNoCalibration() {
    Calibration calibration = Calibration.ofLargest(2);
    calibration.add(new double[] {Double.NaN, Double.NaN}, 0, 1, 1);
    CalibrationFigures figures = new CalibrationFigures(calibration);
    assertEquals("calibration  none: no test row has posteriors\n", figures.text());
    assertEquals(
        "{\"brierScore\":null,\"expectedCalibrationError\":null,\"maximumCalibrationError\":null,"
            + "\"bins\":[]}",
        figures.json().toString());
  }
}
