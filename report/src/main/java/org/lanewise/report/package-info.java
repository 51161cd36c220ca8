/// Pages of figures: what a model is and how well it does, in one HTML file.
package org.lanewise.report;
