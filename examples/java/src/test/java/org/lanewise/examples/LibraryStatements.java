package org.lanewise.examples;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Finds the statements of a program that have to do with the library: those in which a value is of
/// one of its types, or a method of one of them is called. A loop or a lambda counts by what is in
/// it.
final class LibraryStatements {

  private static final String LIBRARY = "org.lanewise.";

  private LibraryStatements() {}

  static List<String> of(Path program) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> statements = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-classpath",
              System.getProperty("java.class.path")
                  + System.getProperty("path.separator")
                  + System.getProperty("jdk.module.path", ""));
      JavacTask task =
          (JavacTask)
              compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(program));
      for (CompilationUnitTree unit : task.parse()) {
        task.analyze();
        Trees trees = Trees.instance(task);
        new TreePathScanner<Void, Void>() {
          @Override
          public Void visitVariable(VariableTree tree, Void none) {
            // A field or parameter is no statement; the variable of a loop holds what is looped
            // over.
            boolean inBlock =
                getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.BLOCK;
            if (inBlock) {
              count(tree);
            }
            return super.visitVariable(tree, none);
          }

          @Override
          public Void visitExpressionStatement(ExpressionStatementTree tree, Void none) {
            count(tree);
            return super.visitExpressionStatement(tree, none);
          }

          @Override
          public Void visitReturn(ReturnTree tree, Void none) {
            count(tree);
            return super.visitReturn(tree, none);
          }

          private void count(Tree tree) {
            if (namesLibrary(getCurrentPath(), trees)) {
              statements.add(tree.toString());
            }
          }
        }.scan(unit, null);
      }
    }
    return statements;
  }

  /// Whether a statement, but for statements within it, has a value of a type of the library.
  private static boolean namesLibrary(TreePath statement, Trees trees) {
    boolean[] found = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      @SuppressWarnings("ReferenceEquality") // Which tree it is.
      public Void scan(Tree tree, Void none) {
        if (tree == null || tree != statement.getLeaf() && isStatement(tree)) {
          return null;
        }
        if (tree instanceof ExpressionTree) {
          TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), tree));
          found[0] |= type != null && type.toString().startsWith(LIBRARY);
        }
        return super.scan(tree, none);
      }
    }.scan(statement, null);
    return found[0];
  }

  private static boolean isStatement(Tree tree) {
    return switch (tree.getKind()) {
      case BLOCK, EXPRESSION_STATEMENT, RETURN, VARIABLE, FOR_LOOP, ENHANCED_FOR_LOOP, TRY -> true;
      default -> false;
    };
  }
}
