package org.lanewise.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/// The events. Loaded only where Flight Recorder is.
final class FlightEvents {

  private FlightEvents() {}

  /// Whether anybody has recorded anything in this process.
  ///
  /// @throws LinkageError if this Java runtime has no Flight Recorder
  static boolean areRecorded() {
    return FlightRecorder.isInitialized();
  }

  @Name("org.lanewise.ModelLoad")
  @Label("Model Load")
  @Description("A model was read, checked and warmed up, and is about to be served")
  @Category("Lanewise")
  @StackTrace(false)
  static final class ModelLoad extends Event {
    @Label("Source")
    String source;

    @Label("Version")
    long version;

    @Label("Reading")
    @Timespan(Timespan.NANOSECONDS)
    long reading;

    @Label("Checking")
    @Timespan(Timespan.NANOSECONDS)
    long checking;

    @Label("Warming Up")
    @Timespan(Timespan.NANOSECONDS)
    long warmingUp;
  }

  @Name("org.lanewise.ModelSwap")
  @Label("Model Swap")
  @Description("Another model is served")
  @Category("Lanewise")
  @StackTrace(false)
  static final class ModelSwap extends Event {
    @Label("Source")
    String source;

    @Label("From Version")
    long from;

    @Label("To Version")
    long to;
  }

  @Name("org.lanewise.ModelRefusal")
  @Label("Model Refusal")
  @Description("A model was refused; the one before goes on")
  @Category("Lanewise")
  @StackTrace(false)
  static final class ModelRefusal extends Event {
    @Label("Source")
    String source;

    @Label("Reason")
    String reason;
  }

  @Name("org.lanewise.KernelHandOver")
  @Label("Kernel Hand-Over")
  @Description("A kernel goes over to vectors from a size of its calls on, or back")
  @Category("Lanewise")
  @StackTrace(false)
  static final class KernelHandOver extends Event {
    @Label("Kernel")
    String kernel;

    @Label("From Size")
    @Description("About the nanoseconds of a scalar call; negative where none runs in vectors")
    int from;
  }

  static void loaded(
      String source, long version, long readNanos, long checkNanos, long warmUpNanos) {
    ModelLoad event = new ModelLoad();
    if (event.shouldCommit()) {
      event.source = source;
      event.version = version;
      event.reading = readNanos;
      event.checking = checkNanos;
      event.warmingUp = warmUpNanos;
      event.commit();
    }
  }

  static void swapped(String source, long from, long to) {
    ModelSwap event = new ModelSwap();
    if (event.shouldCommit()) {
      event.source = source;
      event.from = from;
      event.to = to;
      event.commit();
    }
  }

  static void refused(String source, String reason) {
    ModelRefusal event = new ModelRefusal();
    if (event.shouldCommit()) {
      event.source = source;
      event.reason = reason;
      event.commit();
    }
  }

  static void handedOver(String kernel, int from) {
    KernelHandOver event = new KernelHandOver();
    if (event.shouldCommit()) {
      event.kernel = kernel;
      event.from = from;
      event.commit();
    }
  }
}
