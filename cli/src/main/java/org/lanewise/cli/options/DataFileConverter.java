package org.lanewise.cli.options;

import java.nio.file.Path;
import org.lanewise.cli.reading.StandardInput;
import picocli.CommandLine.ITypeConverter;

/// The file of an argument that is read in one pass, which may be standard input.
public final class DataFileConverter implements ITypeConverter<Path> {

  @Override
  public Path convert(String argument) {
    return StandardInput.file(argument);
  }
}
