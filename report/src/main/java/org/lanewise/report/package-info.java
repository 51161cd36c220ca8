/// Pages of figures about a model and its quality, as single HTML files.
package org.lanewise.report;
