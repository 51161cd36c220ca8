import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/// Makes the site: pages of the Markdown files that `README.md` and `docs` lead to, whatever else
/// they link to as copies, the documentation of the API, and an index that a script of the page
/// searches. It needs no network, neither to be made nor to be read.
///
/// Usage: `MakeSite ROOT SITE MODULE…`, where a module is a folder whose documentation was made.
public final class MakeSite {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

  private final Path root;
  private final Path site;
  private final List<String> modules;
  private final Deque<Path> waiting = new ArrayDeque<>();
  private final Set<Path> known = new HashSet<>();
  private final StringBuilder index = new StringBuilder("const SECTIONS = [\n");

  private MakeSite(Path root, Path site, List<String> modules) {
    this.root = root;
    this.site = site;
    this.modules = modules;
  }

  /// Makes the site in a folder.
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toAbsolutePath().normalize();
    Path site = Path.of(args[1]).toAbsolutePath();
    new MakeSite(root, site, List.of(args).subList(2, args.length)).make();
  }

  private void make() throws IOException {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(this::wants);
    }
    wants(root.resolve("README.md"));
    wants(root.resolve("bench/results/CPUS.md"));
    while (!waiting.isEmpty()) {
      Path source = waiting.remove();
      Path target = site.resolve(target(source));
      Files.createDirectories(target.getParent());
      if (Files.isDirectory(source)) {
        Files.writeString(target, page(source, target(source), listing(source)));
      } else if (source.toString().endsWith(".md")) {
        Files.writeString(
            target, page(source.getParent(), target(source), Files.readString(source)));
      } else {
        Files.write(target, Files.readAllBytes(source));
      }
    }
    StringBuilder api = new StringBuilder("# API documentation\n\n<ul>\n");
    for (String module : modules) {
      copy(root.resolve(module).resolve("target/reports/apidocs"), site.resolve("api", module));
      api.append("<li><a href=\"%1$s/index.html\">%1$s</a></li>\n".formatted(module));
    }
    Files.createDirectories(site.resolve("api"));
    Path to = Path.of("api", "index.html");
    Files.writeString(site.resolve(to), page(root, to, api.append("</ul>\n").toString()));
    Files.writeString(site.resolve("sections.js"), index.append("];\n"));
    for (String file : List.of("site.css", "site.js")) {
      Files.copy(
          root.resolve("config").resolve(file),
          site.resolve(file),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void wants(Path source) {
    if (known.add(source)) {
      waiting.add(source);
    }
  }

  /// Where a file or a folder of the checkout is in the site. What browsers do not show is text.
  private Path target(Path source) {
    String name = root.relativize(source).toString();
    if (name.equals("README.md")) {
      return Path.of("index.html");
    }
    if (Files.isDirectory(source)) {
      return Path.of(name, "folder.html");
    }
    boolean shown = name.matches(".*\\.(png|svg|txt)");
    return Path.of(
        name.endsWith(".md") ? name.replaceAll("\\.md$", ".html") : shown ? name : name + ".txt");
  }

  private static String listing(Path folder) throws IOException {
    StringBuilder list = new StringBuilder("# " + folder.getFileName() + "\n\n");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        list.append("- [%1$s](%1$s)\n".formatted(file.getFileName()));
      }
    }
    return list.toString();
  }

  private String page(Path folder, Path to, String markdown) {
    Node document = PARSER.parse(markdown);
    document.accept(new Links(folder, to));
    Sections sections = new Sections();
    document.accept(sections);
    String title = sections.all.isEmpty() ? folder.toString() : sections.all.getFirst().heading;
    for (Section section : sections.all) {
      index.append(
          "[%s, %s, %s, %s],\n"
              .formatted(
                  quoted(to + "#" + section.id),
                  quoted(title),
                  quoted(section.heading),
                  quoted(section.text.toString())));
    }
    String body =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(_ ->
                (node, _, attributes) -> {
                  if (node instanceof Heading heading) {
                    attributes.put("id", sections.ids.get(heading));
                  }
                })
            .build()
            .render(document);
    String up = "../".repeat(to.getNameCount() - 1);
    return """
    <!doctype html>
    <html lang="en" data-up="UP">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>TITLE</title>
    <link rel="stylesheet" href="UPsite.css">
    </head>
    <body>
    <nav>
    <a href="UPindex.html">Lanewise</a>
    <a href="UPdocs/guide.html">Guide</a>
    <a href="UPdocs/install.html">Install</a>
    <a href="UPapi/index.html">API</a>
    <a href="UPCONFORMANCE.html">Conformance</a>
    <a href="UPbench/results/CPUS.html">CPUs</a>
    <input type="search" id="search" placeholder="Search" aria-label="Search">
    </nav>
    <ol id="found" hidden></ol>
    <main>
    BODY</main>
    <script src="UPsite.js"></script>
    </body>
    </html>
    """
        .replace("UP", up)
        .replace("TITLE", title.replace("&", "&amp;").replace("<", "&lt;"))
        .replace("BODY", body);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
  }

  /// Leads the links of a page to where things are in the site.
  private final class Links extends AbstractVisitor {
    private final Path folder;
    private final Path page;

    Links(Path folder, Path page) {
      this.folder = folder;
      this.page = page;
    }

    @Override
    public void visit(Link link) {
      link.setDestination(led(link.getDestination()));
      visitChildren(link);
    }

    @Override
    public void visit(Image image) {
      image.setDestination(led(image.getDestination()));
      visitChildren(image);
    }

    private String led(String destination) {
      int anchor = (destination + "#").indexOf('#');
      if (destination.matches("[a-z]+:.*") || anchor == 0) {
        return destination;
      }
      Path source = folder.resolve(destination.substring(0, anchor)).normalize();
      Path readme = source.resolve("README.md");
      if (Files.exists(readme)) {
        source = readme;
      }
      if (!source.startsWith(root) || !Files.exists(source)) {
        throw new IllegalStateException(page + " links to " + destination + ", which is missing");
      }
      wants(source);
      Path up = page.getParent() == null ? Path.of("") : page.getParent();
      String to = up.relativize(target(source)).toString();
      // Lines of a source are no anchors in a text.
      return source.toString().endsWith(".md") ? to + destination.substring(anchor) : to;
    }
  }

  /// A heading and the text up to the next one.
  private record Section(String id, String heading, StringBuilder text) {}

  /// The headings with their anchors, named as on GitHub, and the text after each.
  private static final class Sections extends AbstractVisitor {
    private final List<Section> all = new ArrayList<>();
    private final Map<Heading, String> ids = new HashMap<>();
    private final Set<String> taken = new TreeSet<>();
    private StringBuilder text = new StringBuilder();

    @Override
    public void visit(Heading heading) {
      text = new StringBuilder();
      visitChildren(heading);
      String name = text.toString().strip();
      String slug =
          name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
      String id = slug;
      for (int i = 1; !taken.add(id); i++) {
        id = slug + "-" + i;
      }
      ids.put(heading, id);
      text = new StringBuilder();
      all.add(new Section(id, name, text));
    }

    @Override
    public void visit(Text node) {
      text.append(node.getLiteral());
      if (!(node.getParent() instanceof Heading)) {
        text.append(' ');
      }
    }

    @Override
    public void visit(Code code) {
      text.append(code.getLiteral());
      if (!(code.getParent() instanceof Heading)) {
        text.append(' ');
      }
    }

    @Override
    public void visit(SoftLineBreak line) {
      text.append(' ');
    }

    @Override
    public void visit(FencedCodeBlock code) {
      text.append(code.getLiteral()).append(' ');
    }
  }
}
