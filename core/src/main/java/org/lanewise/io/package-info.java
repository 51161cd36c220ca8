/// Files of models and statistics. Only this package knows their bytes; reading validates
/// everything before using it.
package org.lanewise.io;
