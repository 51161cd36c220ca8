/// Pages of figures: what is asked of them, which rows they draw, and what they say was asked.
package org.lanewise.cli.page;
