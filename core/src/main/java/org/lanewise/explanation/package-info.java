/// Why a row is of one class rather than of another: its log-odds, shared out among the features,
/// exactly.
package org.lanewise.explanation;
