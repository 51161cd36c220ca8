/// Results of a run: figures and what to doubt in them, the file that keeps them, the table of a
/// file and of two; nothing is measured here.
package org.lanewise.bench.result;
