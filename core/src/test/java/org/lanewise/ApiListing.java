package org.lanewise;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.data.Labels;

/// The public API as text: the public and protected types and members of the packages that the
/// module exports, sorted, one a line, with all that callers can depend on but the names of
/// parameters, which class files do not hold.
///
/// Left out is what follows from the rest: accessors and the constructor of a record, `values` of
/// an enum, the methods that every object has, and methods that a type inherits, implements or
/// overrides as one of its parents lists them. Members that it inherits from a type that callers
/// cannot name are listed as its own.
final class ApiListing {

  private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");
  private static final Set<Class<?>> IMPLIED_PARENTS =
      Set.of(Object.class, Record.class, Enum.class);

  private final Set<String> exported;
  private final List<String> lines = new ArrayList<>();
  private final SortedSet<String> hidden = new TreeSet<>();

  private ApiListing(Set<String> exported) {
    this.exported = exported;
  }

  /// Lists the API of the library.
  static ApiListing make() throws IOException, URISyntaxException, ClassNotFoundException {
    Path classes =
        Path.of(Labels.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleDescriptor module;
    try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
      module = ModuleDescriptor.read(in);
    }
    ApiListing listing =
        new ApiListing(
            module.exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(Exports::source)
                .collect(Collectors.toSet()));
    listing.lines.add("");
    listing.lines.add("module " + module.name());
    listing.exported.stream().sorted().forEach(name -> listing.lines.add("  exports " + name));
    List<Class<?>> types = new ArrayList<>();
    for (String name : listing.exported) {
      try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
        for (Path file : files.toList()) {
          String simple = file.getFileName().toString();
          if (simple.endsWith(".class") && !simple.equals("package-info.class")) {
            types.add(Class.forName(name + "." + simple.replace(".class", "")));
          }
        }
      }
    }
    types.sort(Comparator.comparing(Class::getName));
    for (Class<?> type : types) {
      if (listing.isVisible(type)) {
        listing.add(type);
      }
    }
    return listing;
  }

  /// The listing.
  List<String> lines() {
    return lines;
  }

  /// Where the API of a type names a type that callers cannot: `Type: type that it names`. Not that
  /// it inherits from one of an exported package: its members are listed as its own.
  SortedSet<String> hidden() {
    return hidden;
  }

  /// Whether callers can name a type.
  private boolean isVisible(Class<?> type) {
    if (type.getEnclosingClass() != null
        && (type.isAnonymousClass()
            || type.isLocalClass()
            || !isVisible(type.getEnclosingClass()))) {
      return false;
    }
    return isVisible(type.getModifiers()) && exported.contains(type.getPackageName());
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private void add(Class<?> type) {
    lines.add("");
    lines.add(header(type));
    SortedMap<String, String> fields = new TreeMap<>();
    SortedMap<String, String> constructors = new TreeMap<>();
    SortedMap<String, String> methods = new TreeMap<>();
    Set<String> overridden = new HashSet<>();
    Set<String> inherited = inherited(type);
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isListed(constructor) && !isImplied(type, constructor)) {
        String line = new Signatures(type, Map.of()).line(constructor);
        constructors.put(line, line);
      }
    }
    for (Holder holder : holders(type)) {
      Signatures signatures = new Signatures(type, holder.variables);
      for (Field field : holder.type.getDeclaredFields()) {
        if (isListed(field) && !field.isEnumConstant()) {
          fields.put(field.getName(), signatures.line(field));
        }
      }
      for (Method method : holder.type.getDeclaredMethods()) {
        if (isListed(method) && !method.isBridge() && !isImplied(type, method)) {
          String key = method.getName() + Arrays.toString(method.getParameterTypes());
          if (overridden.add(key)) {
            String line = signatures.line(method);
            if (!inherited.contains(withoutModifiers(line))) {
              methods.put(method.getName() + " " + line, line);
            }
          }
        }
      }
    }
    lines.addAll(fields.values());
    lines.addAll(constructors.values());
    lines.addAll(methods.values());
  }

  private static boolean isListed(Member member) {
    return isVisible(member.getModifiers()) && !member.isSynthetic();
  }

  private static boolean isImplied(Class<?> type, Method method) {
    String name = method.getName();
    if (OF_EVERY_OBJECT.contains(name)) {
      return true;
    }
    if (type.isEnum()) {
      return name.equals("values") || name.equals("valueOf");
    }
    return type.isRecord()
        && method.getParameterCount() == 0
        && Arrays.stream(type.getRecordComponents()).anyMatch(c -> c.getName().equals(name));
  }

  private static boolean isImplied(Class<?> type, Constructor<?> constructor) {
    return type.isRecord()
        && Arrays.equals(
            constructor.getParameterTypes(),
            Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new));
  }

  /// A type whose members are listed, with what its type variables stand for there.
  private record Holder(Class<?> type, Map<TypeVariable<?>, Type> variables) {

    /// A parent of it.
    Holder parent(Type parent) {
      Map<TypeVariable<?>, Type> own = new HashMap<>(variables);
      if (parent instanceof ParameterizedType parameterized) {
        TypeVariable<?>[] names = raw(parent).getTypeParameters();
        for (int i = 0; i < names.length; i++) {
          own.put(names[i], parameterized.getActualTypeArguments()[i]);
        }
      }
      return new Holder(raw(parent), own);
    }

    List<Type> parents() {
      List<Type> parents = new ArrayList<>();
      if (type.getSuperclass() != null) {
        parents.add(type.getGenericSuperclass());
      }
      parents.addAll(Arrays.asList(type.getGenericInterfaces()));
      return parents;
    }
  }

  /// A type, and all that callers cannot name of what it inherits from.
  private List<Holder> holders(Class<?> type) {
    List<Holder> holders = new ArrayList<>(List.of(new Holder(type, Map.of())));
    for (int i = 0; i < holders.size(); i++) {
      Holder holder = holders.get(i);
      for (Type parent : holder.parents()) {
        if (isHidden(raw(parent))) {
          holders.add(holder.parent(parent));
        }
      }
    }
    return holders;
  }

  /// The methods that the parents of a type list, as they are in the type.
  private Set<String> inherited(Class<?> type) {
    Set<String> lines = new HashSet<>();
    List<Holder> holders = new ArrayList<>(List.of(new Holder(type, Map.of())));
    for (int i = 0; i < holders.size(); i++) {
      Holder holder = holders.get(i);
      for (Type parent : holder.parents()) {
        Holder above = holder.parent(parent);
        holders.add(above);
        if (isVisible(above.type)) {
          Signatures signatures = new Signatures(type, above.variables);
          for (Method method : above.type.getDeclaredMethods()) {
            if (isListed(method) && !Modifier.isStatic(method.getModifiers())) {
              lines.add(withoutModifiers(signatures.line(method)));
            }
          }
        }
      }
    }
    return lines;
  }

  private static String withoutModifiers(String line) {
    return line.replaceFirst("^ *((public|protected|final|abstract|default) )*", "");
  }

  private boolean isHidden(Class<?> type) {
    return type.getName().startsWith("org.lanewise.") && !isVisible(type);
  }

  private static Class<?> raw(Type type) {
    return (Class<?>)
        (type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type);
  }

  private String header(Class<?> type) {
    int modifiers = type.getModifiers();
    boolean plain = !type.isInterface() && !type.isEnum() && !type.isRecord();
    StringBuilder text = new StringBuilder(deprecation(type)).append(visibility(modifiers));
    text.append(plain && Modifier.isStatic(modifiers) ? "static " : "");
    text.append(plain && Modifier.isAbstract(modifiers) ? "abstract " : "");
    text.append(plain && Modifier.isFinal(modifiers) ? "final " : "");
    text.append(type.isSealed() && !type.isEnum() ? "sealed " : "");
    Signatures signatures = new Signatures(type, Map.of());
    if (type.isEnum()) {
      text.append("enum ").append(type.getName());
      text.append(
          Arrays.stream(type.getEnumConstants())
              .map(constant -> ((Enum<?>) constant).name())
              .collect(Collectors.joining(", ", " {", "}")));
    } else {
      text.append(type.isAnnotation() ? "@" : "");
      text.append(type.isInterface() ? "interface " : type.isRecord() ? "record " : "class ");
      text.append(type.getName()).append(signatures.variables(type.getTypeParameters()));
    }
    if (type.isRecord()) {
      text.append(
          Arrays.stream(type.getRecordComponents())
              .map(c -> signatures.name(c.getGenericType()) + " " + c.getName())
              .collect(Collectors.joining(", ", "(", ")")));
    }
    SortedSet<String> classes = new TreeSet<>();
    SortedSet<String> interfaces = new TreeSet<>();
    for (Holder holder : holders(type)) {
      Signatures here = new Signatures(type, holder.variables);
      for (Type parent : holder.parents()) {
        Class<?> raw = raw(parent);
        if (!isHidden(raw) && !IMPLIED_PARENTS.contains(raw)) {
          (raw.isInterface() ? interfaces : classes).add(here.name(parent));
        } else if (!exported.contains(raw.getPackageName()) && isHidden(raw)) {
          here.name(parent);
        }
      }
    }
    append(" extends ", classes, text);
    append(type.isInterface() ? " extends " : " implements ", interfaces, text);
    if (type.isSealed() && !type.isEnum()) {
      append(
          " permits ",
          Arrays.stream(type.getPermittedSubclasses()).map(Class::getName).sorted().toList(),
          text);
    }
    return shorten(text);
  }

  private static void append(String what, Collection<String> names, StringBuilder text) {
    if (!names.isEmpty()) {
      text.append(what).append(String.join(", ", names));
    }
  }

  /// Writes members as `type` has them.
  private final class Signatures {

    private final Class<?> type;
    private final Map<TypeVariable<?>, Type> variables;

    Signatures(Class<?> type, Map<TypeVariable<?>, Type> variables) {
      this.type = type;
      this.variables = variables;
    }

    String line(Field field) {
      StringBuilder text = begin(field, field);
      text.append(name(field.getGenericType())).append(' ').append(field.getName());
      boolean constant =
          Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
      if (constant && (field.getType().isPrimitive() || field.getType() == String.class)) {
        text.append(" = ").append(value(field));
      }
      return shorten(text);
    }

    String line(Constructor<?> constructor) {
      StringBuilder text = begin(constructor, constructor);
      text.append(variablesOf(constructor)).append(type.getSimpleName());
      return shorten(text.append(parameters(constructor)));
    }

    String line(Method method) {
      StringBuilder text = begin(method, method);
      text.append(method.isDefault() ? "default " : "");
      text.append(Modifier.isAbstract(method.getModifiers()) ? "abstract " : "");
      text.append(variablesOf(method)).append(name(method.getGenericReturnType()));
      return shorten(text.append(' ').append(method.getName()).append(parameters(method)));
    }

    private static StringBuilder begin(Member member, AnnotatedElement annotated) {
      int modifiers = member.getModifiers();
      StringBuilder text = new StringBuilder("  ").append(deprecation(annotated));
      text.append(visibility(modifiers)).append(Modifier.isStatic(modifiers) ? "static " : "");
      return text.append(Modifier.isFinal(modifiers) ? "final " : "");
    }

    private String parameters(Executable executable) {
      List<String> names = new ArrayList<>();
      for (Type parameter : executable.getGenericParameterTypes()) {
        names.add(name(parameter));
      }
      if (executable.isVarArgs()) {
        names.add(names.removeLast().replaceFirst("\\[\\]$", "..."));
      }
      StringBuilder text = new StringBuilder("(").append(String.join(", ", names)).append(")");
      Type[] thrown = executable.getGenericExceptionTypes();
      append(" throws ", Arrays.stream(thrown).map(this::name).sorted().toList(), text);
      return text.toString();
    }

    private String variablesOf(Executable executable) {
      String names = variables(executable.getTypeParameters());
      return names.isEmpty() ? "" : names + " ";
    }

    private String variables(TypeVariable<?>[] declared) {
      List<String> names = new ArrayList<>();
      for (TypeVariable<?> variable : declared) {
        List<String> bounds =
            Arrays.stream(variable.getBounds())
                .filter(bound -> bound != Object.class)
                .map(this::name)
                .toList();
        names.add(variable + (bounds.isEmpty() ? "" : " extends " + String.join(" & ", bounds)));
      }
      return names.isEmpty() ? "" : "<" + String.join(", ", names) + ">";
    }

    private String name(Type named) {
      return switch (named) {
        case Class<?> c when c.isArray() -> name(c.getComponentType()) + "[]";
        case Class<?> c -> {
          if (isHidden(c)) {
            hidden.add(shorten(type.getName() + ": " + c.getName()));
          }
          yield c.getName();
        }
        case GenericArrayType array -> name(array.getGenericComponentType()) + "[]";
        case ParameterizedType parameterized ->
            Arrays.stream(parameterized.getActualTypeArguments())
                .map(this::name)
                .collect(Collectors.joining(", ", name(parameterized.getRawType()) + "<", ">"));
        case WildcardType wildcard -> {
          StringBuilder text = new StringBuilder("?");
          for (Type bound : wildcard.getLowerBounds()) {
            text.append(" super ").append(name(bound));
          }
          for (Type bound : wildcard.getUpperBounds()) {
            text.append(bound == Object.class ? "" : " extends " + name(bound));
          }
          yield text.toString();
        }
        case TypeVariable<?> variable -> {
          Type meant = variables.get(variable);
          yield meant == null ? variable.getName() : name(meant);
        }
        default -> throw new AssertionError("no type of Java: " + named);
      };
    }
  }

  /// Compilers copy constants into callers.
  private static Object value(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(field + " is listed, and so public", e);
    }
  }

  private static String visibility(int modifiers) {
    return Modifier.isPublic(modifiers) ? "public " : "protected ";
  }

  private static String deprecation(AnnotatedElement element) {
    Deprecated deprecated = element.getAnnotation(Deprecated.class);
    return deprecated == null
        ? ""
        : deprecated.forRemoval() ? "@Deprecated(forRemoval) " : "@Deprecated ";
  }

  /// Nested types as in Java, and those of `java.lang` by their simple names.
  private static String shorten(CharSequence text) {
    return text.toString().replace('$', '.').replaceAll("\\bjava\\.lang\\.(?=[A-Z])", "");
  }
}
