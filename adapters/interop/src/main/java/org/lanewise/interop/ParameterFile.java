package org.lanewise.interop;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.interop.StoredTensors.Place;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;

/// Parameter files: safetensors files with every number of a model, its names, notes and test rows,
/// for other programs to read and write. `docs/parameter-files.md` specifies them.
///
/// ```java
/// ParameterFile.write(ModelFile.read(Path.of("iris.model")), Path.of("iris.safetensors"));
/// ModelFile file = ParameterFile.read(Path.of("iris.safetensors"));
/// ```
///
/// A model that is written and read again gives bit-identical scores. Ranks for typicality and the
/// reference for unknown rows have no place in these files.
public final class ParameterFile {

  /// The largest header, as in other readers of safetensors.
  static final int MAX_HEADER_BYTES = 100_000_000;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int ALIGNMENT = 8;
  private static final String FORMAT = "lanewise-parameters";
  private static final String VERSION = "1";
  private static final String METADATA = "__metadata__";
  private static final String HEADER = "the header";
  private static final String MODEL = "the description of the model";

  private ParameterFile() {}

  /// Writes a model, its notes and test rows: those of the file, or at most 64 synthetic rows. The
  /// file is written atomically, and an existing file is replaced.
  ///
  /// @throws UnusableFileException if the file cannot be written
  /// @throws IllegalArgumentException if a name or note contains half a surrogate pair, or names
  ///   and notes take more than 100 MB
  public static void write(ModelFile file, Path path) throws UnusableFileException {
    AtomicFile.write(path, stream -> write(file, stream));
  }

  /// Writes the bytes of a parameter file to a stream, which is flushed and not closed.
  ///
  /// @throws IOException if the stream throws it
  /// @throws IllegalArgumentException as [#write(ModelFile, Path)]
  public static void write(ModelFile file, OutputStream stream) throws IOException {
    DescriptionTree description = DescriptionTree.of(file);
    List<Tensor> tensors = new ArrayList<>(description.tensors());
    tensors.addAll(CheckRows.of(file));
    byte[] header = header(Json.text(description.members(), MODEL), tensors);
    OutputStream out = new BufferedOutputStream(stream, BUFFER_BYTES);
    out.write(header);
    for (Tensor tensor : tensors) {
      write(tensor, out);
    }
    out.flush();
  }

  private static byte[] header(String model, List<Tensor> tensors) throws IOException {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("format", FORMAT);
    metadata.put("version", VERSION);
    metadata.put("producer", producer());
    metadata.put("model", model);
    metadata.put(
        "sha256",
        checksum(
            model,
            out -> {
              for (Tensor tensor : tensors) {
                out.write(utf8(tensor.name() + "\n"));
                write(tensor, out);
              }
            }));
    return header(metadata, tensors);
  }

  /// The beginning of a file, with the length of its header.
  static byte[] header(Map<String, Object> metadata, List<Tensor> tensors) {
    Map<String, Object> header = new LinkedHashMap<>();
    header.put(METADATA, metadata);
    long end = 0;
    for (Tensor tensor : tensors) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("dtype", tensor.type().name());
      entry.put("shape", LongStream.of(tensor.shape()).boxed().toList());
      entry.put("data_offsets", List.of(end, end + tensor.byteCount()));
      end += tensor.byteCount();
      header.put(tensor.name(), entry);
    }
    byte[] text = utf8(Json.text(header, HEADER));
    int padded = Math.ceilDiv(text.length, ALIGNMENT) * ALIGNMENT;
    if (padded > MAX_HEADER_BYTES) {
      throw new IllegalArgumentException(
          "the names and notes of the model take a header of %d bytes; at most %d are expected"
              .formatted(padded, MAX_HEADER_BYTES));
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES + padded)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(padded)
            .put(text);
    while (bytes.hasRemaining()) {
      bytes.put((byte) ' ');
    }
    return bytes.array();
  }

  private static String producer() {
    String version = ModelFile.class.getPackage().getImplementationVersion();
    return version == null ? "lanewise" : "lanewise " + version;
  }

  static void write(Tensor tensor, OutputStream out) throws IOException {
    for (int i = 0; i < tensor.pieces(); i++) {
      double[] values = tensor.piece().apply(i);
      ByteBuffer bytes =
          ByteBuffer.allocate(Math.toIntExact(tensor.type().byteCount(values.length)))
              .order(ByteOrder.LITTLE_ENDIAN);
      for (double value : values) {
        switch (tensor.type()) {
          case F64 -> bytes.putDouble(value);
          case I64 -> bytes.putLong((long) value);
          default -> bytes.putFloat((float) value);
        }
      }
      out.write(bytes.array());
    }
  }

  /// Reads a model. Its test rows must get their scores.
  ///
  /// @throws UnusableFileException if there is no such file, if it cannot be read, or if it is not
  ///   complete and valid
  public static ModelFile read(Path path) throws UnusableFileException {
    return read(path, UnaryOperator.identity());
  }

  /// Reads a model whose categories get other names, such as those that cells of a table have.
  ///
  /// @param naming the name in the model of each category in the file
  /// @throws UnusableFileException as [#read(Path)]; also if two categories of a feature get the
  ///   same name, or if `naming` throws an [IllegalArgumentException]
  public static ModelFile read(Path path, UnaryOperator<String> naming)
      throws UnusableFileException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new UnusableFileException("'%s' is no file; a file is expected".formatted(path));
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return read(channel, naming);
    } catch (IOException e) {
      throw UnusableFileException.ofReading(path, e);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new UnusableFileException(
          "'%s' is no valid parameter file: %s".formatted(path, e.getMessage()), e);
    }
  }

  private static ModelFile read(FileChannel channel, UnaryOperator<String> naming)
      throws IOException {
    long size = channel.size();
    Members header = new Members(Json.read(header(channel, size), HEADER), HEADER);
    Members metadata = new Members(header.object(METADATA), METADATA);
    String format = metadata.text("format");
    if (!format.equals(FORMAT)) {
      throw metadata.wrong("format", format, FORMAT);
    }
    String version = metadata.text("version");
    if (!version.equals(VERSION)) {
      throw metadata.wrong("version", version, VERSION);
    }
    String _ = metadata.text("producer");
    String model = metadata.text("model");
    String expected = metadata.text("sha256");
    metadata.finish();
    long start = channel.position();
    StoredTensors tensors =
        new StoredTensors(
            channel, start, size - start, places(header, Tensor.Type.F64, Tensor.Type.I64));
    String found = checksum(model, tensors::copyTo);
    if (!found.equals(expected)) {
      throw metadata.wrong("sha256", expected, found);
    }
    ModelFile file =
        MemberSource.read(new Members(Json.read(model, MODEL), MODEL), tensors, size, naming);
    ModelFile tested = file.withTestRows(CheckRows.read(tensors, file.model()));
    tensors.finish();
    return tested;
  }

  /// The text of the header; the channel is then at its end.
  static String header(FileChannel channel, long size) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (size < Long.BYTES) {
      throw new IllegalArgumentException(
          "it has %d bytes; the length of a header, %d bytes, is expected"
              .formatted(size, Long.BYTES));
    }
    readFully(channel, length, 0);
    long byteCount = length.getLong(0);
    if (byteCount < 2 || byteCount > Math.min(MAX_HEADER_BYTES, size - Long.BYTES)) {
      throw new IllegalArgumentException(
          "its header has %s bytes, and the file %d; 2 to %d are expected"
              .formatted(
                  Long.toUnsignedString(byteCount),
                  size,
                  Math.min(MAX_HEADER_BYTES, size - Long.BYTES)));
    }
    byte[] header = new byte[(int) byteCount];
    readFully(channel, ByteBuffer.wrap(header), Long.BYTES);
    channel.position(Long.BYTES + byteCount);
    if (header[0] != '{') {
      throw new IllegalArgumentException(
          "its header begins with the byte %02x; '{' is expected".formatted(header[0]));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(header)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("its header is not UTF-8, which is expected", e);
    }
  }

  /// The tensors that a header names.
  ///
  /// @param types the types that they may have
  static List<Place> places(Members header, Tensor.Type... types) {
    List<String> allowed = Stream.of(types).map(Tensor.Type::name).toList();
    List<Place> places = new ArrayList<>();
    for (String name : header.names()) {
      if (name.equals(METADATA)) {
        continue;
      }
      Members entry = new Members(header.object(name), "tensor '%s'".formatted(name));
      String type = entry.text("dtype");
      if (!allowed.contains(type)) {
        throw entry.wrong("dtype", type, String.join(" or ", allowed));
      }
      long[] shape = entry.integers("shape");
      long[] offsets = entry.integers("data_offsets");
      if (offsets.length != 2) {
        throw entry.wrong("data_offsets", offsets.length + " integers", "an array of 2");
      }
      entry.finish();
      places.add(new Place(name, Tensor.Type.valueOf(type), shape, offsets[0], offsets[1]));
    }
    return places;
  }

  private static String checksum(String model, AtomicFile.Content content) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest);
      out.write(utf8(model));
      content.write(out);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The bytes of a text without unpaired surrogates.
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Fills a buffer.
  ///
  /// @throws IllegalArgumentException if the file ends before
  static void readFully(FileChannel channel, ByteBuffer buffer, long from) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new IllegalArgumentException(
            "it became shorter while it was read; a file that does not change is expected");
      }
    }
  }
}
