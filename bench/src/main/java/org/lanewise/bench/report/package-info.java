/// A result file as a page for people: its text, its charts, and the aims that it is held against;
/// all that it says comes from that file.
package org.lanewise.bench.report;
