package org.lanewise.internal.tier;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/// A process that loads and uses [Deployed] in one class loader after the other; it prints how many
/// of these it still has when no thread of its own refers to them.
final class Redeployed {

  private static final int LOADERS = 5;

  /// Runs the program and prints.
  ///
  /// @param arguments the folders of classes
  public static void main(String... arguments) throws Exception {
    URL[] classes = new URL[arguments.length];
    for (int i = 0; i < classes.length; i++) {
      URI folder = Path.of(arguments[i]).toUri();
      classes[i] = folder.toURL();
    }
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    ExecutorService threads =
        Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());
    for (int i = 0; i < LOADERS; i++) {
      loaders.add(use(new URLClassLoader(classes, ClassLoader.getPlatformClassLoader()), threads));
    }
    long end = System.nanoTime() + 30_000_000_000L;
    while (loaders.stream().anyMatch(loader -> loader.get() != null) && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(50);
    }
    System.out.println(
        loaders.stream().filter(loader -> loader.get() != null).count() + " of " + LOADERS);
  }

  private static WeakReference<ClassLoader> use(URLClassLoader loader, ExecutorService threads)
      throws Exception {
    try (loader) {
      Runnable program =
          (Runnable)
              loader.loadClass(Deployed.class.getName()).getDeclaredConstructor().newInstance();
      program.run();
      threads.submit(program).get();
      ForkJoinPool.commonPool().submit(program).get();
      Thread.startVirtualThread(program).join();
    }
    return new WeakReference<>(loader);
  }
}
