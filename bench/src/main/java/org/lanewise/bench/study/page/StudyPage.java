package org.lanewise.bench.study.page;

import java.io.IOException;
import java.nio.file.Path;

public final class StudyPage {
  private StudyPage() {}
  public static void write(Path figures, Path page, boolean quick) throws IOException {}
}
