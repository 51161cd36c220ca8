/// Files: models with all that prediction needs, and statistics to go on from. The one room that
/// knows the bytes; reading validates everything before it is believed.
package org.lanewise.io;
