package org.lanewise.interop;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads and writes trees of maps, lists, texts, integers, numbers and truth values.
final class Json {

  /// Descriptions nest a few levels.
  private static final int MAX_DEPTH = 32;

  private static final int MAX_NUMBER_LENGTH = 400;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // Names of tensors are all different.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .maxNameLength(ParameterFile.MAX_HEADER_BYTES)
                  .maxStringLength(ParameterFile.MAX_HEADER_BYTES)
                  .build())
          .build();

  private Json() {}

  /// Reads an object.
  ///
  /// @param what its name in messages
  /// @throws IllegalArgumentException if the text is anything else
  static Map<String, Object> read(String text, String what) {
    return read(text, what, false);
  }

  /// Reads an object.
  ///
  /// @param takesNull whether values may be null, which are then as if absent
  /// @throws IllegalArgumentException if the text is anything else
  static Map<String, Object> read(String text, String what, boolean takesNull) {
    try (JsonParser in = FACTORY.createParser(text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("%s is no JSON object; one is expected".formatted(what));
      }
      Map<String, Object> object = object(in, what, takesNull);
      if (in.nextToken() != null) {
        throw new IllegalArgumentException(
            "%s goes on after its JSON object; the end is expected".formatted(what));
      }
      return object;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "%s is no valid JSON at character %d: %s"
              .formatted(
                  what,
                  e.getLocation() == null ? 0 : e.getLocation().getCharOffset(),
                  e.getOriginalMessage().replaceAll("\\s+", " ")),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> object(JsonParser in, String what, boolean takesNull)
      throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      Object value = value(in, what, takesNull);
      if (value != null) {
        object.put(whole(name, what), value);
      }
    }
    return object;
  }

  private static Object value(JsonParser in, String what, boolean takesNull) throws IOException {
    if (takesNull && in.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return switch (in.currentToken()) {
      case START_OBJECT -> object(in, what, takesNull);
      case START_ARRAY -> {
        List<Object> values = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          values.add(value(in, what, takesNull));
        }
        yield values;
      }
      case VALUE_STRING -> whole(in.getText(), what);
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default ->
          throw new IllegalArgumentException(
              "%s contains %s; a text, a number, true, false, an array or an object is expected"
                  .formatted(what, in.getText()));
    };
  }

  /// A text without unpaired surrogates, which UTF-8 cannot encode.
  ///
  /// @throws IllegalArgumentException if there is one
  private static String whole(String text, String what) {
    if (text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException(
          "a text of %s contains half a surrogate pair; whole characters are expected"
              .formatted(what));
    }
    return text;
  }

  /// The text of an object.
  ///
  /// @throws IllegalArgumentException if a text contains half a surrogate pair
  static String text(Map<String, ?> object, String what) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      write(object, out, what);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator out, String what) throws IOException {
    switch (value) {
      case Map<?, ?> object -> {
        out.writeStartObject();
        for (Map.Entry<?, ?> member : object.entrySet()) {
          out.writeFieldName(whole((String) member.getKey(), what));
          write(member.getValue(), out, what);
        }
        out.writeEndObject();
      }
      case List<?> values -> {
        out.writeStartArray();
        for (Object element : values) {
          write(element, out, what);
        }
        out.writeEndArray();
      }
      case String text -> out.writeString(whole(text, what));
      case Boolean flag -> out.writeBoolean(flag);
      case Double number -> out.writeNumber(number);
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      default -> throw new IllegalStateException();
    }
  }
}
