/// What happens in a running process, as events of Java Flight Recorder. The only room that names
/// `jdk.jfr`, which need not be there.
package org.lanewise.internal.events;
