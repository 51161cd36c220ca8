# Sourced by launch.sh: finds a JDK 25. The caller says how to fail: fail "sentence".

# Follows symbolic links to the file itself, into $resolved.
resolve() {
  resolved=$1
  local target
  while [ -L "$resolved" ]; do
    target=$(readlink "$resolved")
    case $target in
      /*) resolved=$target ;;
      *) resolved=${resolved%/*}/$target ;;
    esac
  done
}

is_jdk_25() {
  local line
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in JAVA_VERSION=\"25[.\"+-]*) return 0 ;; esac
  done <"$1/release"
  return 1
}

# The folder of a JDK 25, into $jdk.
find_jdk() {
  local on_path
  jdk=${JAVA_HOME:-}
  [ -n "$jdk" ] && is_jdk_25 "$jdk" && return
  if on_path=$(command -v java); then
    resolve "$on_path"
    jdk=${resolved%/bin/java}
    is_jdk_25 "$jdk" && return
  fi
  for jdk in /usr/lib/jvm/* /opt/*jdk* /opt/java/* /usr/java/* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.m2/jdks/* \
    "${HOME:-}"/.local/share/mise/installs/java/* "${HOME:-}"/.asdf/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    is_jdk_25 "$jdk" && return
  done
  fail "no JDK 25 was found: install one, for example Temurin 25 from https://adoptium.net, or name its folder in JAVA_HOME."
}
