/// Models of rows as they come: what is gathered of blocks of a file, and the model of all of it.
package org.lanewise.cli.gathering;
