/// Files of parameters that carry models between Lanewise and other programs:
/// [org.lanewise.interop.ParameterFile].
module org.lanewise.interop {
  requires transitive org.lanewise;
  requires com.fasterxml.jackson.core;

  exports org.lanewise.interop;
}
