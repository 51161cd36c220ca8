/// Figures as drawings: each class makes one kind of them from what is computed.
package org.lanewise.report.chart;
