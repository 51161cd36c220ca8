/// Charts: each class draws one kind of figure.
package org.lanewise.report.chart;
