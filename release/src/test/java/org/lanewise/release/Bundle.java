package org.lanewise.release;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/// The bundle, and what the POMs of the checkout say of it.
final class Bundle {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final Path FILE = Path.of(System.getProperty("lanewise.bundle"));
  static final Path KEYS = Path.of(System.getProperty("lanewise.gpg"));
  static final String VERSION = text(xml(read(ROOT.resolve("pom.xml"))), "version");

  private Bundle() {}

  /// The folders of published modules by artifact: those whose POM says so.
  static Map<String, Path> published() {
    Map<String, Path> published = new TreeMap<>();
    for (Element module : children(child(xml(read(ROOT.resolve("pom.xml"))), "modules"))) {
      Path folder = ROOT.resolve(module.getTextContent());
      Element pom = xml(read(folder.resolve("pom.xml")));
      Element properties = child(pom, "properties");
      if (properties != null && "false".equals(text(properties, "unpublished"))) {
        published.put(text(pom, "artifactId"), folder);
      }
    }
    return published;
  }

  /// The files of the bundle by name.
  static Map<String, byte[]> files() throws IOException {
    return unzip(Files.readAllBytes(FILE));
  }

  static Map<String, byte[]> unzip(byte[] zip) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (!entry.isDirectory()) {
          files.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return files;
  }

  /// A file of an artifact, as it is named in a repository.
  static String name(String artifact, String suffix) {
    return "org/lanewise/" + artifact + "/" + VERSION + "/" + artifact + "-" + VERSION + suffix;
  }

  static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Element xml(byte[] bytes) {
    try {
      Document document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(bytes));
      return document.getDocumentElement();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  /// The element at a path below another, or null.
  static Element child(Element parent, String... path) {
    Element at = parent;
    for (String name : path) {
      at =
          at == null
              ? null
              : children(at).stream()
                  .filter(element -> element.getTagName().equals(name))
                  .findFirst()
                  .orElse(null);
    }
    return at;
  }

  /// The text at a path below an element; empty if there is none.
  static String text(Element parent, String... path) {
    Element child = child(parent, path);
    return child == null ? "" : child.getTextContent().strip();
  }
}
