package org.lanewise.examples.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.score.Answer;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServedModel;

/// Answers a request: rows of JSON in, labels out, all by one model.
///
/// ```json
/// {"rows": [[5.1, 3.5], {"length": 5.1, "width": 3.5}]}
/// {"version": 1, "answers": [{"label": "setosa", "posterior": 0.98, "logDensity": -2.1}, …]}
/// ```
final class Scoring {

  /// A request cannot be answered; the message is for whoever sent it.
  static final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    BadRequestException(String message) {
      super(message);
    }
  }

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final ModelHandle<double[], NumericColumns> handle;

  Scoring(ModelHandle<double[], NumericColumns> handle) {
    this.handle = handle;
  }

  /// What is answered to a request.
  ///
  /// @throws BadRequestException if it is no request, or a row of it is none of the model
  /// @throws IOException if it cannot be read
  byte[] answer(InputStream request) throws BadRequestException, IOException {
    JsonNode rows;
    try {
      rows = JSON.readTree(request).path("rows");
    } catch (JsonProcessingException e) {
      throw new BadRequestException("the body is no JSON: " + e.getOriginalMessage());
    } catch (CharConversionException e) {
      throw new BadRequestException("the body is no JSON: " + e.getMessage());
    }
    if (!rows.isArray()) {
      throw new BadRequestException("the body has no 'rows'; an array of rows is expected there");
    }
    // All rows of a request are answered by one model, whatever is replaced meanwhile.
    ServedModel<double[], NumericColumns> served = handle.current();
    Features features = served.scorer().features();
    double[] row = new double[features.count()];
    Answer answer = new Answer();
    ObjectNode out = JSON.createObjectNode().put("version", served.version());
    ArrayNode answers = out.putArray("answers");
    for (int i = 0; i < rows.size(); i++) {
      fill(row, rows.get(i), i, features);
      try {
        served.scorer().answer(row, answer);
      } catch (IllegalArgumentException e) {
        throw new BadRequestException("row %d: %s".formatted(i, e.getMessage()));
      }
      ObjectNode said =
          answers
              .addObject()
              .put("label", served.scorer().classes().name(answer.label()))
              .put("posterior", answer.posterior());
      // JSON has no infinity, which is what the density of a row far beyond all others comes to.
      if (Double.isFinite(answer.logDensity())) {
        said.put("logDensity", answer.logDensity());
      } else {
        said.putNull("logDensity");
      }
    }
    return JSON.writeValueAsBytes(out);
  }

  /// What is said of a request that is refused.
  static byte[] error(String message) throws IOException {
    return JSON.writeValueAsBytes(JSON.createObjectNode().put("error", message));
  }

  private static void fill(double[] row, JsonNode given, int index, Features features)
      throws BadRequestException {
    if (given.size() != row.length || !given.isContainerNode()) {
      throw new BadRequestException(
          "row %d has %d values; %d are expected".formatted(index, given.size(), row.length));
    }
    for (int j = 0; j < row.length; j++) {
      JsonNode value = given.isArray() ? given.get(j) : given.get(features.name(j));
      if (value == null || !value.isNumber()) {
        throw new BadRequestException(
            "row %d has %s for feature '%s'; a number is expected"
                .formatted(index, value == null ? "nothing" : value, features.name(j)));
      }
      row[j] = value.doubleValue();
    }
  }
}
