/// What happens in a running process, as events of Java Flight Recorder. May use nothing; the only
/// room that names `jdk.jfr`, which need not be there.
package org.lanewise.internal.events;
