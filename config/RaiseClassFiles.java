import static java.lang.classfile.ClassFile.ClassHierarchyResolverOption.of;
import static java.lang.classfile.ClassFile.StackMapsOption.GENERATE_STACK_MAPS;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Writes the classes of a jar file in the version of class files of this JDK, with the stack maps
/// that old ones lack. What they do is the same; but only classes that have these can be kept
/// linked in an archive, and verifying the others took a tenth of a short command's time.
///
/// `java RaiseClassFiles.java OLD.jar NEW.jar`
final class RaiseClassFiles {

  private static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_7_VERSION;

  private RaiseClassFiles() {}

  public static void main(String[] args) throws IOException {
    Path from = Path.of(args[0]);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {from.toUri().toURL()});
        JarFile jar = new JarFile(from.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(Path.of(args[1])))) {
      ClassFile classFile =
          ClassFile.of(GENERATE_STACK_MAPS, of(ClassHierarchyResolver.ofResourceParsing(loader)));
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        out.putNextEntry(new JarEntry(entry.getName()));
        out.write(entry.getName().endsWith(".class") ? raised(classFile, bytes) : bytes);
        out.closeEntry();
      }
    }
  }

  private static byte[] raised(ClassFile classFile, byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    if (model.isModuleInfo() || model.majorVersion() >= FIRST_WITH_STACK_MAPS) {
      return bytes;
    }
    CodeTransform anew = (builder, element) -> builder.with(element);
    ClassTransform version =
        ClassTransform.endHandler(
            builder -> builder.withVersion(ClassFile.latestMajorVersion(), 0));
    return classFile.transformClass(
        model, ClassTransform.transformingMethodBodies(anew).andThen(version));
  }
}
