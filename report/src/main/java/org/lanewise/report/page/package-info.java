/// The page: its markup, its style, its sections, and numbers as tables.
package org.lanewise.report.page;
