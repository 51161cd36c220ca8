package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Calls DuckDB functions whose arguments are all addresses or numbers. None of them throws.
public final class Native {

  /// The state of success.
  public static final int SUCCESS = 0;

  private Native() {}

  public static int state(MethodHandle function, MemorySegment a, MemorySegment b) {
    return called(() -> (int) function.invokeExact(a, b));
  }

  public static int state(
      MethodHandle function, MemorySegment a, MemorySegment b, MemorySegment c) {
    return called(() -> (int) function.invokeExact(a, b, c));
  }

  public static MemorySegment address(MethodHandle function) {
    return called(() -> (MemorySegment) function.invokeExact());
  }

  public static MemorySegment address(MethodHandle function, int a) {
    return called(() -> (MemorySegment) function.invokeExact(a));
  }

  public static MemorySegment address(MethodHandle function, MemorySegment a) {
    return called(() -> (MemorySegment) function.invokeExact(a));
  }

  public static MemorySegment address(MethodHandle function, MemorySegment a, long b) {
    return called(() -> (MemorySegment) function.invokeExact(a, b));
  }

  public static MemorySegment address(
      MethodHandle function, MemorySegment a, MemorySegment b, long c) {
    return called(() -> (MemorySegment) function.invokeExact(a, b, c));
  }

  public static long number(MethodHandle function, MemorySegment a) {
    return called(() -> (long) function.invokeExact(a));
  }

  public static void call(MethodHandle function, MemorySegment a) {
    called(() -> {
      function.invokeExact(a);
      return null;
    });
  }

  public static void call(MethodHandle function, MemorySegment a, MemorySegment b) {
    called(() -> {
      function.invokeExact(a, b);
      return null;
    });
  }

  public static void assign(MemorySegment vector, long row, MemorySegment text) {
    called(() -> {
      DuckDbLibrary.ASSIGN_TEXT.invokeExact(vector, row, text, text.byteSize());
      return null;
    });
  }

  /// Destroys an object by a function that takes the address of its pointer.
  public static void destroy(MethodHandle function, MemorySegment address) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment place = arena.allocate(ADDRESS);
      place.set(ADDRESS, 0, address);
      call(function, place);
    }
  }

  /// A text from DuckDB; empty if there is none.
  public static String text(MemorySegment address) {
    return address.address() == 0 ? "" : address.reinterpret(Long.MAX_VALUE).getString(0);
  }

  private interface Call<T> {
    T result() throws Throwable;
  }

  private static <T> T called(Call<T> call) {
    try {
      return call.result();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
