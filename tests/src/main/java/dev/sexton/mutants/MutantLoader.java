package dev.sexton.mutants;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads the project's classes from the given folders, the first that has one, and everything else
 * from the JVM's own class path. So each mutant has a product of its own, and they share what takes
 * long to start.
 *
 * <p>What a test starts in another JVM is not mutated: such a test cannot catch a mutant.
 */
final class MutantLoader extends URLClassLoader {
  private static final String PROJECT = "dev.sexton.";
  private static final String CHECK = MutantLoader.class.getPackageName() + ".";

  static {
    registerAsParallelCapable();
  }

  MutantLoader(List<Path> folders) throws MalformedURLException {
    super(urls(folders), MutantLoader.class.getClassLoader());
  }

  private static URL[] urls(List<Path> folders) throws MalformedURLException {
    URL[] urls = new URL[folders.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = folders.get(i).toUri().toURL();
    }
    return urls;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PROJECT) || name.startsWith(CHECK)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }
}
