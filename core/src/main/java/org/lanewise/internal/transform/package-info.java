/// Steps of transforms: functions of a row alone, or of blocks of rows when these are read.
package org.lanewise.internal.transform;
