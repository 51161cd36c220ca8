/// What the study learns from: rows of the data sets, made rows whose law is known, and how rows
/// are split; nothing that learns.
package org.lanewise.bench.study.data;
