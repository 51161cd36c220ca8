package org.lanewise.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// The sizes in bytes of the data caches that a thread of this machine sees.
///
/// Linux tells them; elsewhere 32 KiB, 512 KiB and 8 MiB are assumed.
public final class CacheSizes {

  /// Where data lie while they are read again and again.
  public enum Level {
    /// The first level.
    L1("32K"),
    /// The second level.
    L2("512K"),
    /// The third level, shared by the cores.
    L3("8192K"),
    /// No cache holds them.
    MEMORY("0K");

    private final String assumed;

    Level(String assumed) {
      this.assumed = assumed;
    }

    /// The name that results carry.
    public String label() {
      return this == MEMORY ? "memory" : name();
    }

    /// The level of a name.
    public static Level of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  private static final Path LINUX = Path.of("/sys/devices/system/cpu/cpu0/cache");
  private static final long MEMORY_BYTES = 256L << 20;

  private final Map<Level, Long> bytes = new EnumMap<>(Level.class);

  private CacheSizes() {}

  /// The sizes of this machine.
  public static CacheSizes ofThisMachine() {
    CacheSizes sizes = new CacheSizes();
    for (int index = 0; index < 8; index++) {
      Path folder = LINUX.resolve("index" + index);
      try {
        if (!Files.readString(folder.resolve("type")).strip().equals("Instruction")) {
          sizes.bytes.put(
              Level.valueOf("L" + Files.readString(folder.resolve("level")).strip()),
              parse(Files.readString(folder.resolve("size")).strip()));
        }
      } catch (IOException | IllegalArgumentException e) {
        // No such cache, or not told here: the assumed sizes stand in.
        continue;
      }
    }
    if (sizes.bytes.isEmpty()) {
      for (Level level : Level.values()) {
        sizes.bytes.put(level, parse(level.assumed));
      }
    }
    sizes.bytes.remove(Level.MEMORY);
    return sizes;
  }

  /// The size of a cache, 0 where there is none.
  public long of(Level level) {
    return bytes.getOrDefault(level, 0L);
  }

  /// The level whose bandwidth bounds repeated reading of so many bytes: the smallest cache that
  /// holds them.
  public Level holding(double size) {
    for (Map.Entry<Level, Long> entry : bytes.entrySet()) {
      if (size <= entry.getValue()) {
        return entry.getKey();
      }
    }
    return Level.MEMORY;
  }

  /// How much to read to measure a level: half of a thread's own cache, a quarter of one that cores
  /// share, and at least 256 MiB and eight times the largest cache for memory. A level that the
  /// machine does not have is measured as the next smaller one.
  public long probe(Level level) {
    if (level == Level.MEMORY) {
      long largest = bytes.values().stream().mapToLong(Long::longValue).max().orElse(0);
      return Math.max(MEMORY_BYTES, 8 * largest);
    }
    long size = of(level);
    if (size == 0) {
      return probe(Level.values()[level.ordinal() - 1]);
    }
    return level == Level.L3 ? size / 4 : size / 2;
  }

  private static long parse(String size) {
    long number = Long.parseLong(size.substring(0, size.length() - 1));
    return switch (size.charAt(size.length() - 1)) {
      case 'K' -> number << 10;
      case 'M' -> number << 20;
      default -> throw new IllegalArgumentException("the cache size is '" + size + "'");
    };
  }
}
