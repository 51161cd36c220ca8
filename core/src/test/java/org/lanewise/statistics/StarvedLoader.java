package org.lanewise.statistics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/// Loads the library a second time, so that every allocation of it asks [StarvedMemory#take] first,
/// which may say that there is no memory left: memory that runs out at a place of the test's
/// choice.
///
/// An allocation is what makes an object or an array, a lambda, and every call of the JDK that is
/// not known to make none.
final class StarvedLoader extends ClassLoader {

  private static final String LIBRARY = "org.lanewise.";

  /// What the test itself is, beside the library in this loader.
  private static final String TEST = "org.lanewise.statistics.Starved";

  private static final ClassDesc MEMORY = ClassDesc.of(TEST + "Memory");
  private static final MethodTypeDesc TAKE = MethodTypeDesc.of(ConstantDescs.CD_void);

  /// Classes of the JDK, and methods, that allocate nothing, or nothing the second time.
  private static final Set<String> FRUGAL =
      Set.of(
          "java/lang/Math",
          "java/lang/StrictMath",
          "java/lang/System.arraycopy",
          "java/lang/Object.<init>",
          "java/lang/Double.isFinite",
          "java/lang/Integer.reverse",
          "java/lang/Integer.bitCount",
          "java/lang/Integer.numberOfLeadingZeros",
          "java/lang/Integer.numberOfTrailingZeros",
          "java/lang/Long.bitCount",
          "java/lang/Long.numberOfTrailingZeros",
          "java/lang/ThreadLocal.get",
          "java/lang/foreign/MemorySegment.copy",
          "java/lang/invoke/VarHandle.get",
          "java/util/Arrays.fill",
          "java/util/Objects.checkIndex",
          "java/util/Objects.checkFromToIndex",
          "java/util/Objects.requireNonNull",
          "java/util/concurrent/atomic/AtomicLong.addAndGet",
          "java/util/concurrent/atomic/AtomicLong.getAndAdd",
          "java/util/concurrent/atomic/AtomicLong.getAndSet",
          "java/util/concurrent/atomic/AtomicReference.getAndSet",
          "java/util/concurrent/CompletableFuture.complete",
          "java/util/List.size",
          "java/util/List.get",
          // Of switches over types, and of records.
          "java/lang/runtime/SwitchBootstraps",
          "java/lang/runtime/ObjectMethods.equals");

  private final ClassFile classFile;

  StarvedLoader() {
    super(StarvedLoader.class.getClassLoader());
    classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(getParent())
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(LIBRARY)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        byte[] bytes = bytes(name);
        byte[] counted = isKept(name) ? bytes : counting(bytes);
        loaded = defineClass(name, counted, 0, counted.length);
      }
      return loaded;
    }
  }

  /// Vectors are objects until the compiler has seen them.
  private static boolean isKept(String name) {
    return name.startsWith(TEST) || name.startsWith("org.lanewise.internal.kernel.");
  }

  private byte[] bytes(String name) throws ClassNotFoundException {
    try (InputStream in =
        getParent().getResourceAsStream(name.replace('.', '/').concat(".class"))) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] counting(byte[] bytes) {
    return classFile.transformClass(
        classFile.parse(bytes),
        ClassTransform.transformingMethodBodies(
            method -> !method.methodName().equalsString("<clinit>"),
            (code, element) -> {
              if (allocates(element)) {
                code.invokestatic(MEMORY, "take", TAKE);
              }
              code.with(element);
            }));
  }

  private static boolean allocates(CodeElement element) {
    return switch (element) {
      case NewObjectInstruction _,
          NewPrimitiveArrayInstruction _,
          NewReferenceArrayInstruction _,
          NewMultiArrayInstruction _ ->
          true;
      case InvokeDynamicInstruction linked -> {
        ClassDesc owner = linked.bootstrapMethod().owner();
        String name = owner.packageName().replace('.', '/') + "/" + owner.displayName();
        yield !FRUGAL.contains(name) && !FRUGAL.contains(name + "." + linked.name().stringValue());
      }
      case InvokeInstruction call -> {
        String owner = call.owner().asInternalName();
        yield !owner.startsWith("org/lanewise/")
            && !owner.startsWith("java/util/function/")
            && !FRUGAL.contains(owner)
            && !FRUGAL.contains(owner + "." + call.name().stringValue());
      }
      default -> false;
    };
  }
}
