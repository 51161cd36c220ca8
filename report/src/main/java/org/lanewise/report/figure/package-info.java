/// The data of figures, computed from models and from test rows as they are read. No drawing.
package org.lanewise.report.figure;
