package org.lanewise.bench.pair;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.StreamSupport;

/// What JMH wrote of one process.
///
/// @param nanos the mean time of a call in each iteration
/// @param bytesPerCall what a call allocated
record JmhSample(List<Double> nanos, double bytesPerCall) {

  private static final JsonMapper JSON = new JsonMapper();

  /// Reads a file of JMH.
  ///
  /// @throws IOException if it is not of one benchmark and one process, in ns/op
  static JmhSample read(Path file) throws IOException {
    JsonNode results = JSON.readTree(file.toFile());
    JsonNode primary = results.path(0).path("primaryMetric");
    JsonNode raw = primary.path("rawData");
    String unit = primary.path("scoreUnit").asText();
    if (results.size() != 1 || raw.size() != 1 || !unit.equals("ns/op")) {
      throw new IOException(
          "%s holds %d results of %d processes in '%s'; one result of one process in 'ns/op' is expected"
              .formatted(file.getFileName(), results.size(), raw.size(), unit));
    }
    double bytes = Double.NaN;
    JsonNode metrics = results.get(0).path("secondaryMetrics");
    for (Iterator<String> names = metrics.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      // Some versions of JMH put a dot before it.
      if (name.endsWith("gc.alloc.rate.norm")) {
        bytes = metrics.get(name).path("score").asDouble(Double.NaN);
      }
    }
    return new JmhSample(
        StreamSupport.stream(raw.get(0).spliterator(), false).map(JsonNode::asDouble).toList(),
        bytes);
  }
}
