package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/// One way to train a model that has to give what a case expects.
///
/// @param name what is particular about it; empty where there is one way only
/// @param model the name of the model, as on the command line
/// @param options its options, by name
/// @param train the training rows
/// @param queries the rows to be scored, or null for the training rows
/// @param ask what decisions are asked with: costs, bins, classes to compare
record Way(
    String name, String model, JsonNode options, JsonNode train, JsonNode queries, JsonNode ask) {

  @Override
  public String toString() {
    return name.isEmpty() ? model : model + ", " + name;
  }
}
