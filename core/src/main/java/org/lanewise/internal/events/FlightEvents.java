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

    ModelLoad(String model, String source, long version, long reading, long checking) {
      this.model = model;
      this.source = source;
      this.version = version;
      this.reading = reading;
      this.checking = checking;
    }
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

    ModelSwap(String model, String source, long from, long to) {
      this.model = model;
      this.source = source;
      this.from = from;
      this.to = to;
    }
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

    ModelRefusal(String model, String source, String reason) {
      this.model = model;
      this.source = source;
      this.reason = reason;
    }
  }

  @Name("org.lanewise.ModelDrift")
  @Label("Model Drift")
  @Description("The evidence for drift of the rows of a model has reached its limit")
  @Category("Lanewise")
  @StackTrace(false)
  static final class ModelDrift extends Event {
    @Label("Model")
    String model;

    @Label("Source")
    String source;

    @Label("Version")
    long version;

    @Label("Rows")
    long rows;

    ModelDrift(String model, String source, long version, long rows) {
      this.model = model;
      this.source = source;
      this.version = version;
      this.rows = rows;
    }
  }

  @Name("org.lanewise.KernelSwitch")
  @Label("Kernel Switch")
  @Description("The vector code of a kernel is compiled: it runs from now on")
  @Category("Lanewise")
  @StackTrace(false)
  static final class KernelSwitch extends Event {
    @Label("Kernel")
    String kernel;

    KernelSwitch(String kernel) {
      this.kernel = kernel;
    }
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

    KernelFault(String kernel, String difference) {
      this.kernel = kernel;
      this.difference = difference;
    }
  }
}
