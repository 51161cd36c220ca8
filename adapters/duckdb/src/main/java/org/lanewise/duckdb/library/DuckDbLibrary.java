package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.UUID;
import org.duckdb.DuckDBDriver;

/// DuckDB's C interface (`duckdb.h`), as exported by the library of its JDBC driver: only the
/// functions in use, with one handle each, named without `duckdb_`.
///
/// [Native] calls the handles and has their types. The first use unpacks the library; if that
/// fails, the cause of the [ExceptionInInitializerError] has a one-sentence message.
public final class DuckDbLibrary {

  /// A `duckdb_result`, whose fields are not read.
  public static final MemoryLayout RESULT =
      MemoryLayout.structLayout(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);

  /// Types of columns, of `duckdb_type`.
  public static final int BIGINT = 5;

  public static final int DOUBLE = 11;

  public static final int VARCHAR = 17;

  /// The callback of an SQL function: `(function info, data chunk, vector)`.
  public static final FunctionDescriptor SCALAR_FUNCTION =
      FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS);

  /// The file to which the library is unpacked, where the next process finds it; without the
  /// property, a temporary file.
  private static final String FILE = "lanewise.duckdb.library";

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup SYMBOLS = load();

  public static final MethodHandle OPEN = of("open", JAVA_INT, ADDRESS, ADDRESS);
  public static final MethodHandle CLOSE = ofVoid("close", ADDRESS);
  public static final MethodHandle CONNECT = of("connect", JAVA_INT, ADDRESS, ADDRESS);
  public static final MethodHandle DISCONNECT = ofVoid("disconnect", ADDRESS);
  public static final MethodHandle QUERY = of("query", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
  public static final MethodHandle PREPARE = of("prepare", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
  public static final MethodHandle PREPARE_ERROR = of("prepare_error", ADDRESS, ADDRESS);
  public static final MethodHandle DESTROY_PREPARE = ofVoid("destroy_prepare", ADDRESS);
  public static final MethodHandle EXECUTE_STREAMING =
      of("execute_prepared_streaming", JAVA_INT, ADDRESS, ADDRESS);
  public static final MethodHandle RESULT_ERROR = of("result_error", ADDRESS, ADDRESS);
  public static final MethodHandle DESTROY_RESULT = ofVoid("destroy_result", ADDRESS);
  public static final MethodHandle FETCH_CHUNK = of("fetch_chunk", ADDRESS, RESULT);
  public static final MethodHandle DESTROY_CHUNK = ofVoid("destroy_data_chunk", ADDRESS);
  public static final MethodHandle CHUNK_SIZE = of("data_chunk_get_size", JAVA_LONG, ADDRESS);
  public static final MethodHandle CHUNK_COLUMNS =
      of("data_chunk_get_column_count", JAVA_LONG, ADDRESS);
  public static final MethodHandle CHUNK_VECTOR =
      of("data_chunk_get_vector", ADDRESS, ADDRESS, JAVA_LONG);
  public static final MethodHandle VECTOR_DATA = of("vector_get_data", ADDRESS, ADDRESS);
  public static final MethodHandle VECTOR_VALIDITY = of("vector_get_validity", ADDRESS, ADDRESS);
  public static final MethodHandle STRUCT_CHILD =
      of("struct_vector_get_child", ADDRESS, ADDRESS, JAVA_LONG);
  public static final MethodHandle ASSIGN_TEXT =
      ofVoid("vector_assign_string_element_len", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
  public static final MethodHandle CREATE_TYPE = of("create_logical_type", ADDRESS, JAVA_INT);
  public static final MethodHandle CREATE_STRUCT =
      of("create_struct_type", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
  public static final MethodHandle DESTROY_TYPE = ofVoid("destroy_logical_type", ADDRESS);
  public static final MethodHandle CREATE_FUNCTION = of("create_scalar_function", ADDRESS);
  public static final MethodHandle DESTROY_FUNCTION = ofVoid("destroy_scalar_function", ADDRESS);
  public static final MethodHandle FUNCTION_NAME =
      ofVoid("scalar_function_set_name", ADDRESS, ADDRESS);
  public static final MethodHandle FUNCTION_PARAMETER =
      ofVoid("scalar_function_add_parameter", ADDRESS, ADDRESS);
  public static final MethodHandle FUNCTION_RETURN =
      ofVoid("scalar_function_set_return_type", ADDRESS, ADDRESS);
  public static final MethodHandle FUNCTION_NULLS =
      ofVoid("scalar_function_set_special_handling", ADDRESS);
  public static final MethodHandle FUNCTION_VOLATILE =
      ofVoid("scalar_function_set_volatile", ADDRESS);
  public static final MethodHandle FUNCTION_CALL =
      ofVoid("scalar_function_set_function", ADDRESS, ADDRESS);
  public static final MethodHandle FUNCTION_ERROR =
      ofVoid("scalar_function_set_error", ADDRESS, ADDRESS);
  public static final MethodHandle REGISTER =
      of("register_scalar_function", JAVA_INT, ADDRESS, ADDRESS);

  private DuckDbLibrary() {}

  private static MethodHandle of(String name, MemoryLayout result, MemoryLayout... parameters) {
    return handle(name, FunctionDescriptor.of(result, parameters));
  }

  private static MethodHandle ofVoid(String name, MemoryLayout... parameters) {
    return handle(name, FunctionDescriptor.ofVoid(parameters));
  }

  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    MemorySegment address =
        SYMBOLS
            .find("duckdb_" + name)
            .orElseThrow(() ->
                new IllegalStateException(
                    "the DuckDB library has no duckdb_%s; expected that of duckdb_jdbc 2.0.0.1"
                        .formatted(name)));
    return LINKER.downcallHandle(address, descriptor);
  }

  private static SymbolLookup load() {
    String given = System.getProperty(FILE);
    if (given != null && Files.isRegularFile(Path.of(given))) {
      return SymbolLookup.libraryLookup(Path.of(given), Arena.global());
    }
    String name = resource();
    try (InputStream library = DuckDBDriver.class.getResourceAsStream("/" + name)) {
      if (library == null) {
        throw new IllegalStateException(
            "duckdb_jdbc has no library %s for this computer; expected a system that DuckDB supports"
                .formatted(name));
      }
      if (given != null && keep(library, Path.of(given))) {
        return SymbolLookup.libraryLookup(Path.of(given), Arena.global());
      }
      return temporary(name);
    } catch (IOException e) {
      throw new IllegalStateException(
          "cannot unpack the DuckDB library into %s: %s; it needs 80 MB"
              .formatted(System.getProperty("java.io.tmpdir"), reason(e)),
          e);
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException failure && failure.getReason() != null
        ? failure.getReason()
        : String.valueOf(e.getMessage());
  }

  /// Unpacks the library atomically, for later processes with the same permissions.
  ///
  /// @return whether that was possible
  static boolean keep(InputStream library, Path file) {
    Path part = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID());
    try {
      try {
        Files.copy(library, part);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        return true;
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      // For example in a read-only checkout.
      return false;
    }
  }

  private static SymbolLookup temporary(String name) throws IOException {
    Path file = Files.createTempFile("lanewise-duckdb-", ".library");
    try (InputStream library = DuckDBDriver.class.getResourceAsStream("/" + name)) {
      Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
      return SymbolLookup.libraryLookup(file, Arena.global());
    } finally {
      // A loaded library stays loaded; if its file cannot be removed yet, it is removed at exit.
      if (!file.toFile().delete()) {
        file.toFile().deleteOnExit();
      }
    }
  }

  /// The name of the library for this platform in the driver's jar.
  public static String resource() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    boolean arm = processor.equals("aarch64") || processor.equals("arm64");
    String os =
        system.startsWith("windows") ? "windows" : system.startsWith("mac") ? "macos" : "linux";
    return "libduckdb_java.so_%s_%s".formatted(os, arm ? "arm64" : "amd64");
  }
}
