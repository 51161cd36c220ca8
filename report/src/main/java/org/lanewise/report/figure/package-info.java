/// What figures show, computed: of test rows as they come, and of models. No drawing.
package org.lanewise.report.figure;
