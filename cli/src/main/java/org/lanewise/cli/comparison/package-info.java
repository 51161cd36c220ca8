/// What differs between two models and on which rows they disagree, and that in words.
package org.lanewise.cli.comparison;
