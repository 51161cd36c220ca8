package org.lanewise.examples.service;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.score.Results;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServedModel;

/// Answers a request: rows of JSON in, labels out, all by one model.
///
/// ```json
/// {"rows": [[5.1, 3.5], {"length": 5.1, "width": 3.5}]}
/// {"version": 1, "answers": [{"label": "setosa", "posterior": 0.98, "logDensity": -2.1}, …]}
/// ```
final class Scoring {

  /// A request cannot be answered; the message is for its sender.
  static final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    BadRequestException(String message) {
      super(message);
    }
  }

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final int MAX_ROWS = 100_000;
  private static final int MAX_MESSAGE = 300;
  private static final int MAX_VALUE = 40;

  private final ModelHandle<double[], NumericColumns> handle;

  Scoring(ModelHandle<double[], NumericColumns> handle) {
    this.handle = handle;
  }

  /// Answers a request. Its rows are read one by one, so that memory is needed for its bytes, one
  /// row and the answers.
  ///
  /// @throws BadRequestException if it is no request, or a row of it is none of the model
  byte[] answer(byte[] request) throws BadRequestException, IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    boolean found = false;
    try (JsonParser in = JSON.createParser(request);
        JsonGenerator answers = JSON.createGenerator(out)) {
      boolean isObject = in.nextToken() == JsonToken.START_OBJECT;
      while (isObject && in.nextToken() == JsonToken.FIELD_NAME) {
        boolean isRows = in.currentName().equals("rows");
        if (in.nextToken() == JsonToken.START_ARRAY && isRows) {
          answer(in, answers);
          found = true;
        } else {
          in.skipChildren();
        }
      }
      if (found && in.nextToken() != null) {
        throw new BadRequestException("the body goes on after its JSON");
      }
    } catch (JsonProcessingException e) {
      throw new BadRequestException("the body is no JSON: " + e.getOriginalMessage());
    } catch (CharConversionException e) {
      throw new BadRequestException("the body is no JSON: " + e.getMessage());
    }
    if (!found) {
      throw new BadRequestException("the body has no 'rows'; an array of rows is expected there");
    }
    return out.toByteArray();
  }

  private void answer(JsonParser rows, JsonGenerator out) throws BadRequestException, IOException {
    // All rows of a request are answered by one model, whatever is replaced meanwhile.
    ServedModel<double[], NumericColumns> served = handle.current();
    Features features = served.scorer().features();
    double[] row = new double[features.count()];
    int[] label = new int[1];
    double[] posteriors = new double[served.scorer().classCount()];
    double[] logDensity = new double[1];
    Results results =
        Results.none().withLabels(label).withPosteriors(posteriors).withLogDensities(logDensity);
    out.writeStartObject();
    out.writeNumberField("version", served.version());
    out.writeArrayFieldStart("answers");
    for (int i = 0; rows.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == MAX_ROWS) {
        throw new BadRequestException("at most %d rows are expected".formatted(MAX_ROWS));
      }
      fill(row, rows.readValueAsTree(), i, features);
      try {
        served.scorer().score(row, results);
      } catch (IllegalArgumentException e) {
        throw new BadRequestException("row %d: %s".formatted(i, e.getMessage()));
      }
      served.observe(row, logDensity[0]);
      out.writeStartObject();
      out.writeStringField("label", served.scorer().classes().name(label[0]));
      out.writeNumberField("posterior", posteriors[label[0]]);
      // JSON has no infinity, which is what the density of a row far beyond all others comes to.
      if (Double.isFinite(logDensity[0])) {
        out.writeNumberField("logDensity", logDensity[0]);
      } else {
        out.writeNullField("logDensity");
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  /// The body of an error; long messages, which may quote the request, are cut.
  static byte[] error(String message) throws IOException {
    return JSON.writeValueAsBytes(JSON.createObjectNode().put("error", cut(message, MAX_MESSAGE)));
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
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
                .formatted(
                    index,
                    value == null ? "nothing" : cut(value.toString(), MAX_VALUE),
                    features.name(j)));
      }
      row[j] = value.doubleValue();
    }
  }
}
