# Sourced by bench/run and bench/compare: builds what is missing, and starts a class of the module.

bench=$root/bench

. "$root/config/find-jdk.sh" || fail "the checkout is not whole: config/find-jdk.sh is missing."

# Sources that are newer than the build.
is_stale() {
  [ ! -f "$bench/target/built" ] || [ -n "$(find "$root/pom.xml" "$root/core/pom.xml" \
    "$root/core/src/main" "$bench/pom.xml" "$bench/src/main" \
    -newer "$bench/target/built" -print -quit)" ]
}

build() {
  command -v mvn >/dev/null ||
    fail "Maven is needed to build and there is no mvn on the PATH: install Maven 3.8.7 or later."
  echo "$name: building ..." >&2
  mkdir -p "$bench/target" && touch "$bench/target/begun" || fail "cannot write to $bench/target."
  if ! JAVA_HOME=$jdk mvn -B -ntp -f "$root/pom.xml" -pl core,bench -am \
    -Dmaven.test.skip=true -Dquick package >"$bench/target/build.log" 2>&1 </dev/null; then
    grep -E '^\[(ERROR|WARNING)\]' "$bench/target/build.log" >&2 || cat "$bench/target/build.log" >&2
    fail "the build failed; what Maven said is above."
  fi
  # The time is that of the start: a file edited during the build is newer.
  mv "$bench/target/begun" "$bench/target/built"
}

prepare() {
  find_jdk
  if is_stale; then build; fi
}

class_path=$bench/target/lanewise-bench.jar:$bench/target/lib/*
