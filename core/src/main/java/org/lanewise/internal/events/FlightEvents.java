package org.lanewise.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/// The events. Loaded only if Flight Recorder is available.
final class FlightEvents {

  private FlightEvents() {}

  /// Whether anything has been recorded in this process.
  ///
  /// @throws LinkageError if this Java runtime has no Flight Recorder
  static boolean areRecorded() {
    return FlightRecorder.isInitialized();
  }

  @Name("org.lanewise.ModelLoad")
  @Label("Model Load")
  @Description("A model was read and checked, and is about to be served")
  @Category("Lanewise")
  @StackTrace(false)
  static final class ModelLoad extends Event {
    @Label("Model")
    String model;

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
  }

  @Name("org.lanewise.ModelSwap")
  @Label("Model Swap")
  @Description("Another model is served")
  @Category("Lanewise")
  @StackTrace(false)
  static final class ModelSwap extends Event {
    @Label("Model")
    String model;

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
    @Label("Model")
    String model;

    @Label("Source")
    String source;

    @Label("Reason")
    String reason;
  }

  @Name("org.lanewise.KernelSwitch")
  @Label("Kernel Switch")
  @Description("The vector code of a kernel is compiled: it runs from now on")
  @Category("Lanewise")
  @StackTrace(false)
  static final class KernelSwitch extends Event {
    @Label("Kernel")
    String kernel;
  }

  @Name("org.lanewise.KernelFault")
  @Label("Kernel Fault")
  @Description("The vector code of a kernel is wrong on this JDK: it stays scalar")
  @Category("Lanewise")
  @StackTrace(false)
  static final class KernelFault extends Event {
    @Label("Kernel")
    String kernel;

    @Label("Difference")
    String difference;
  }

  static void loaded(String model, String source, long version, long readNanos, long checkNanos) {
    ModelLoad event = new ModelLoad();
    if (event.shouldCommit()) {
      event.model = model;
      event.source = source;
      event.version = version;
      event.reading = readNanos;
      event.checking = checkNanos;
      event.commit();
    }
  }

  static void swapped(String model, String source, long from, long to) {
    ModelSwap event = new ModelSwap();
    if (event.shouldCommit()) {
      event.model = model;
      event.source = source;
      event.from = from;
      event.to = to;
      event.commit();
    }
  }

  static void refused(String model, String source, String reason) {
    ModelRefusal event = new ModelRefusal();
    if (event.shouldCommit()) {
      event.model = model;
      event.source = source;
      event.reason = reason;
      event.commit();
    }
  }

  static void isWrong(String kernel, String difference) {
    KernelFault event = new KernelFault();
    if (event.shouldCommit()) {
      event.kernel = kernel;
      event.difference = difference;
      event.commit();
    }
  }

  static void inVectors(String kernel) {
    KernelSwitch event = new KernelSwitch();
    if (event.shouldCommit()) {
      event.kernel = kernel;
      event.commit();
    }
  }
}
