/// Steps of transforms and indicators: functions of a single row, or of blocks of rows while these
/// are read.
package org.lanewise.internal.transform;
