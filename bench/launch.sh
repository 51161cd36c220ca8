# Sourced by the commands of bench, and by bench/study/run, which names its module: builds it where it is stale.

[[ $root != *:* ]] ||
  fail "the folder '$root' has a ':' in its name, which separates the entries of Java's class path; move the checkout to another folder."
bench=$root/bench
module=${module-bench}
target=$root/$module/target

. "$bench/find-jdk.sh"

# Sources that are newer than the build.
is_stale() {
  [ ! -f "$target/built" ] || [ -n "$(find "$root/pom.xml" "$root/core/pom.xml" \
    "$root/core/src/main" "$root/report/pom.xml" "$root/report/src/main" \
    "$bench/pom.xml" "$bench/src/main" "$root/$module/pom.xml" "$root/$module/src/main" \
    -newer "$target/built" -print -quit)" ]
}

# package TREE LOG: builds core and the module of a tree.
package() {
  command -v mvn >/dev/null ||
    fail "Maven is needed to build and there is no mvn on the PATH: install Maven 3.8.7 or later."
  if ! JAVA_HOME=$jdk mvn -B -ntp -f "$1/pom.xml" ${profile-} -pl "core,$module" -am \
    -Dmaven.test.skip=true -Dquick package >"$2" 2>&1 </dev/null; then
    grep -E '^\[(ERROR|WARNING)\]' "$2" >&2 || cat "$2" >&2
    fail "the build failed; what Maven said is above."
  fi
}

build() {
  echo "$name: building ..." >&2
  # Jars of another version would stand beside those of this one.
  rm -rf -- "$target/lib" && mkdir -p "$target" && touch "$target/begun" || fail "cannot write to $target."
  package "$root" "$target/build.log"
  # The time is that of the start: a file edited during the build is newer.
  mv "$target/begun" "$target/built"
}

prepare() {
  find_jdk
  if is_stale; then build; fi
}

class_path=$target/*:$target/lib/*

# The commit of this tree, and whether it is what is here; nothing outside git.
tree_name() {
  local commit
  commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null) || return
  git -C "$root" diff --quiet HEAD -- core bench/src 2>/dev/null || commit+=' and changes'
  printf '%s' "$commit"
}
