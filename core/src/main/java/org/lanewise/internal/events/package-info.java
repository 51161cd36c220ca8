/// Events of Java Flight Recorder. The only package that names `jdk.jfr`, which is optional.
package org.lanewise.internal.events;
