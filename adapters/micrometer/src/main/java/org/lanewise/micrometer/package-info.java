/// Meters of models that serve, for [Micrometer](https://micrometer.io).
package org.lanewise.micrometer;
