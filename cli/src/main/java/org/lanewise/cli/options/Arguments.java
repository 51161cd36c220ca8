package org.lanewise.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.reading.StandardInput;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/// The arguments of a command, declared to picocli by calls. Reading annotations by reflection took
/// a quarter of a short command's time.
public final class Arguments {

  /// Arguments that several commands take.
  public interface Group {

    /// Adds their names, help and setters.
    void addTo(Arguments arguments);
  }

  private static final ITypeConverter<Path> PATH = Arguments::path;

  /// The options that name a file to write.
  private static final Set<String> OUTPUTS = Set.of("--out", "--report", "--predictions");

  /// The character that Java decodes invalid bytes to: a file of that name would be another one.
  private static final char NO_TEXT = '\uFFFD';

  /// Files that are read in one pass, which may be standard input.
  private static final ITypeConverter<Path> DATA_FILE = StandardInput::file;

  private final CommandSpec spec;
  private final Class<?> group;
  private final List<String> given = new ArrayList<>();

  private Arguments(CommandSpec spec, Class<?> group) {
    this.spec = spec;
    this.group = group;
  }

  /// Those of a command, none so far.
  ///
  /// @param command what runs
  /// @param description what its help begins with, a paragraph each
  public static Arguments ofCommand(Object command, String name, String... description) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name);
    spec.usageMessage().description(plain(description));
    return new Arguments(spec, command.getClass());
  }

  /// Facts about an argument that picocli does not know.
  ///
  /// @param group the class whose arguments it is among: that of a group, or of the command itself
  /// @param reads the files that a value names to be read
  private record Role(Class<?> group, Function<Object, Stream<Path>> reads) {}

  /// The class whose arguments one of a command is among: that of a group, or of the command
  /// itself.
  public static Class<?> groupOf(OptionSpec option) {
    return ((Role) option.userObject()).group;
  }

  /// Refuses to write to a file twice, or to one that is read.
  ///
  /// @param read the arguments of a command
  /// @throws UsageException if two outputs are the same file
  /// @throws org.lanewise.cli.output.OutputException if an output is also an input
  public static void requireOwnOutputs(ParseResult read) {
    Map<Path, String> outputs = new HashMap<>();
    for (OptionSpec output : read.matchedOptions()) {
      if (OUTPUTS.contains(output.longestName())) {
        Path file = output.getValue();
        String other = outputs.putIfAbsent(OutputFile.place(file), output.longestName());
        if (other != null && !OutputFile.isSpecial(file)) {
          throw new UsageException(
              "%s and %s name the same file; use two".formatted(other, output.longestName()));
        }
      }
    }
    for (ArgSpec input : read.commandSpec().args()) {
      if (input.getValue() != null && input.userObject() instanceof Role role) {
        requireOther(read.commandSpec(), role.reads.apply(input.getValue()));
      }
    }
  }

  /// Refuses to write to files that are read.
  ///
  /// @param command a command whose arguments were read
  /// @throws org.lanewise.cli.output.OutputException if an output is one of them
  public static void requireOther(CommandSpec command, Stream<Path> inputs) {
    List<ArgSpec> outputs = outputs(command).toList();
    inputs.forEach(
        input -> outputs.forEach(output -> OutputFile.requireOther(output.getValue(), input)));
  }

  private static Stream<ArgSpec> outputs(CommandSpec command) {
    return command.args().stream()
        .filter(argument ->
            argument.getValue() != null
                && (argument instanceof OptionSpec option
                    ? OUTPUTS.contains(option.longestName())
                    : OUTPUTS.equals(argument.userObject())));
  }

  private static Stream<Path> files(Object value) {
    Stream<?> values = value instanceof List<?> several ? several.stream() : Stream.of(value);
    return values.filter(Path.class::isInstance).map(Path.class::cast);
  }

  /// The names of those that were given, once the command line is read, without those of groups
  /// that were added.
  public List<String> given() {
    return given;
  }

  /// The command with all that was added.
  public CommandSpec spec() {
    return spec;
  }

  /// Ends the command's help with examples.
  public void examples(String... lines) {
    spec.usageMessage().footerHeading("%nExamples:%n").footer(plain(lines));
  }

  /// Adds those of a group.
  public void add(Group other) {
    other.addTo(new Arguments(spec, other.getClass()));
  }

  /// Adds an option that was begun by [#option].
  public void add(OptionSpec.Builder option) {
    add(option, OUTPUTS.contains(option.names()[0]) ? _ -> Stream.empty() : Arguments::files);
  }

  private void add(OptionSpec.Builder option, Function<Object, Stream<Path>> reads) {
    spec.addOption(option.userObject(new Role(group, reads)).build());
  }

  /// An option that is there or not.
  public void flag(String name, Runnable set, String... description) {
    add(
        option(
            boolean.class,
            name,
            given -> {
              if (given) {
                set.run();
              }
            },
            description));
  }

  /// The option that asks for one JSON object.
  public void json(Runnable set) {
    flag(
        "--json",
        set,
        "Print one JSON object; numbers without a JSON form are the strings \"Infinity\","
            + " \"-Infinity\" and \"NaN\".");
  }

  /// An option with a text.
  public void text(String name, String label, Consumer<String> set, String... description) {
    add(option(String.class, name, set, description).paramLabel(label));
  }

  /// An option with a text that may name files to read.
  ///
  /// @param files the files that a text names; they need not exist
  public void textOfFiles(
      String name,
      String label,
      Function<String, Stream<Path>> files,
      Consumer<String> set,
      String... description) {
    add(
        option(String.class, name, set, description).paramLabel(label),
        value -> files.apply((String) value));
  }

  /// An option whose text is read before any work.
  ///
  /// @param expected the valid texts, in words
  /// @param read returns the value of a text; empty if it is invalid, which is then refused
  public <T> void value(
      String name,
      String label,
      String expected,
      Function<String, Optional<T>> read,
      Consumer<T> set,
      String... description) {
    ITypeConverter<T> converter =
        text -> read.apply(text).orElseThrow(() -> UsageException.invalid(name, text, expected));
    add(bound(name, set, description).type(Object.class).converters(converter).paramLabel(label));
  }

  /// An option with a whole number.
  public void number(
      String name,
      String label,
      int least,
      int most,
      Consumer<Integer> set,
      String... description) {
    value(
        name,
        label,
        "a number from %d to %d".formatted(least, most),
        text -> whole(text).filter(number -> number >= least && number <= most),
        set,
        description);
  }

  /// A whole number of up to nine digits; empty if a text is none.
  public static Optional<Integer> whole(String text) {
    return text.matches("[0-9]{1,9}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
  }

  /// An option with a probability between 0 and 1.
  ///
  /// @param example a valid text
  public void probability(
      String name, String label, String example, Consumer<Double> set, String... description) {
    value(
        name,
        label,
        "a probability between 0 and 1, such as " + example,
        text -> Optional.of(FitOptions.parse(text)).filter(p -> p > 0 && p < 1),
        set,
        description);
  }

  /// An option with one of two words.
  ///
  /// @param isFirst takes whether it is the first
  public void either(
      String name, String first, String second, Consumer<Boolean> isFirst, String... description) {
    value(
        name,
        first + "|" + second,
        first + " or " + second,
        text -> Optional.of(text.equals(first)).filter(is -> is || text.equals(second)),
        isFirst,
        description);
  }

  /// The option with the half-life of the weights of rows.
  ///
  /// @param unit its unit, in the plural
  /// @param example a valid text
  public void halfLife(String unit, String example, Consumer<Double> set, String... description) {
    value(
        "--half-life",
        unit.toUpperCase(Locale.ROOT),
        "a number of %s above 0, such as %s".formatted(unit, example),
        text ->
            Optional.of(FitOptions.parse(text))
                .filter(number -> number > 0 && number <= Double.MAX_VALUE),
        set,
        description);
  }

  /// Reads `every:N`.
  ///
  /// @return empty if a text is something else
  public static Optional<Integer> step(String text) {
    return text.matches("every:0*[1-9][0-9]{0,8}")
        ? Optional.of(Integer.parseInt(text.substring("every:".length())))
        : Optional.empty();
  }

  /// An option that may be given several times, with a text each.
  public void texts(String name, String label, Consumer<List<String>> set, String... description) {
    add(textList(name, label, set, description));
  }

  /// An option with several texts, given once.
  ///
  /// @param count how many
  public void texts(
      int count, String name, String label, Consumer<List<String>> set, String... description) {
    add(textList(name, label, set, description).arity(String.valueOf(count)));
  }

  /// An option with a file.
  public void file(String name, String label, Consumer<Path> set, String... description) {
    add(file(PATH, name, label, set, description));
  }

  /// An option with a file, which must be given.
  public void requiredFile(String name, String label, Consumer<Path> set, String... description) {
    add(file(PATH, name, label, set, description).required(true));
  }

  /// An option with a file to write.
  ///
  /// @param byDefault the file if none is given
  public void output(
      String name, String label, String byDefault, Consumer<Path> set, String... description) {
    add(file(PATH, name, label, set, description).defaultValue(byDefault));
  }

  /// An option with a file that is read in one pass, which may be standard input.
  public void dataFile(String name, String label, Consumer<Path> set, String... description) {
    add(file(DATA_FILE, name, label, set, description));
  }

  /// The argument at a place, a file.
  public void fileAt(int index, String label, Consumer<Path> set, String... description) {
    addFileAt(PATH, index, label, set, description);
  }

  /// The argument at a place, a file to write.
  public void outputAt(int index, String label, Consumer<Path> set, String... description) {
    spec.addPositional(fileAt(PATH, index, label, set, description).userObject(OUTPUTS).build());
  }

  /// The argument at a place, a file that is read in one pass, which may be standard input.
  public void dataFileAt(int index, String label, Consumer<Path> set, String... description) {
    addFileAt(DATA_FILE, index, label, set, description);
  }

  /// All arguments from a place on, at least one: files that are read in one pass. One may be
  /// standard input.
  public void dataFilesFrom(
      int index, String label, Consumer<List<Path>> set, String... description) {
    spec.addPositional(
        positional(index + "..*", label, set, description)
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .converters(DATA_FILE)
            .arity("1..*")
            .build());
  }

  private static Path path(String name) {
    if (name.indexOf(NO_TEXT) >= 0) {
      throw new TypeConversionException("the name '%s' is not UTF-8".formatted(name));
    }
    return Path.of(name);
  }

  /// Begins an option of any type, for [#add(OptionSpec.Builder)].
  <T> OptionSpec.Builder option(
      Class<T> type, String name, Consumer<T> set, String... description) {
    return bound(name, set, description).type(type);
  }

  private OptionSpec.Builder textList(
      String name, String label, Consumer<List<String>> set, String... description) {
    return bound(name, set, description)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .paramLabel(label);
  }

  private OptionSpec.Builder file(
      ITypeConverter<Path> converter,
      String name,
      String label,
      Consumer<Path> set,
      String... description) {
    return option(Path.class, name, set, description).converters(converter).paramLabel(label);
  }

  private void addFileAt(
      ITypeConverter<Path> converter,
      int index,
      String label,
      Consumer<Path> set,
      String... description) {
    spec.addPositional(fileAt(converter, index, label, set, description).build());
  }

  private PositionalParamSpec.Builder fileAt(
      ITypeConverter<Path> converter,
      int index,
      String label,
      Consumer<Path> set,
      String... description) {
    return positional(String.valueOf(index), label, set, description)
        .type(Path.class)
        .converters(converter)
        .arity("1");
  }

  private <T> OptionSpec.Builder bound(String name, Consumer<T> set, String... description) {
    Binding<T> binding =
        new Binding<>(value -> {
          if (!value.equals(false)) {
            given.add(name);
          }
          set.accept(value);
        });
    return OptionSpec.builder(name).getter(binding).setter(binding).description(plain(description));
  }

  private PositionalParamSpec.Builder positional(
      String index, String label, Consumer<?> set, String... description) {
    Binding<?> binding = new Binding<>(set);
    return PositionalParamSpec.builder()
        .userObject(new Role(group, Arguments::files))
        .index(index)
        .required(true)
        .paramLabel(label)
        .getter(binding)
        .setter(binding)
        .description(plain(description));
  }

  /// Texts for picocli, which takes help as format strings.
  private static String[] plain(String... texts) {
    return Stream.of(texts).map(text -> text.replace("%", "%%")).toArray(String[]::new);
  }

  /// Passes values on and keeps them, because picocli appends to an existing list.
  private static final class Binding<T> implements IGetter, ISetter {

    private final Consumer<T> set;
    private T value;

    Binding(Consumer<T> set) {
      this.set = set;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V> V get() {
      return (V) value;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V> V set(V given) {
      V before = (V) value;
      value = (T) given;
      // Before picocli reads the arguments, it sets all of them to null.
      if (value != null) {
        set.accept(value);
      }
      return before;
    }
  }
}
