# shellcheck shell=bash
# What the scripts of this folder share. Sourced after `set -euo pipefail`.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\n== %s\n' "$*"; }

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# files PATTERN...: the project's own files, tracked or new, as NUL-terminated paths from the root.
files() {
  git -C "$root" ls-files -z --cached --others --exclude-standard -- "$@" |
    while IFS= read -r -d '' file; do
      [[ ! -f $root/$file ]] || printf '%s\0' "$file"
    done
}

# build PRESET: configures where that has not been done or the presets changed, then builds.
build() {
  local folder=$root/build/$1
  if [[ ! -f $folder/build.ninja || $root/CMakePresets.json -nt $folder/build.ninja ]]; then
    (cd -- "$root" && cmake --preset "$1" >/dev/null) || return
  fi
  cmake --build "$folder"
}

passed=0
failed=0
skipped=0
summary=()

# record STATUS NAME SECONDS: adds a line to the summary.
record() { summary+=("$(printf '%-4s  %-44s %5d s' "$1" "$2" "$3")"); }

# step NAME COMMAND...: runs one check, which counts as one in the totals; 77 says that it was
# skipped.
step() {
  local name=$1 start=$SECONDS status=0
  shift
  say "$name"
  "$@" || status=$?
  if ((status == 0)); then
    passed=$((passed + 1))
    record ok "$name" $((SECONDS - start))
  elif ((status == 77)); then
    skipped=$((skipped + 1))
    record skip "$name" $((SECONDS - start))
  else
    failed=$((failed + 1))
    record FAIL "$name" $((SECONDS - start))
    return 1
  fi
}

# junit ATTRIBUTE FILE: a total of a JUnit file that CTest wrote.
junit() { sed -n "s/^[[:space:]]*$1=\"\\([0-9]*\\)\".*/\\1/p;/<testcase/q" "$2"; }

# run_tests PRESET: runs the tests of a built preset; each test counts as one in the totals.
run_tests() {
  local results=$root/build/$1/ctest.xml start=$SECONDS status=0 bad=1 good=0 left_out=0
  say "$1: tests"
  rm -f -- "$results"
  (cd -- "$root" && ctest --preset "$1" --output-junit "$results") || status=$?
  if [[ -f $results ]]; then
    bad=$(junit failures "$results")
    left_out=$(($(junit skipped "$results") + $(junit disabled "$results")))
    good=$(($(junit tests "$results") - bad - left_out))
    if ((status != 0 && bad == 0)); then bad=1; fi
  fi
  passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left_out))
  if ((bad == 0)); then
    record ok "$1: $good tests" $((SECONDS - start))
  else
    record FAIL "$1: $bad of $((good + bad)) tests" $((SECONDS - start))
    return 1
  fi
}

# build_and_test PRESET
build_and_test() { step "$1: build" build "$1" && run_tests "$1"; }

# finish: prints the summary, ends the script by what failed. CI reads the last line.
finish() {
  local skips=""
  if ((skipped > 0)); then skips=", $skipped skipped"; fi
  say "summary"
  printf '%s\n' "${summary[@]}"
  printf '%d passed, %d failed%s\n' "$passed" "$failed" "$skips"
  ((failed == 0))
}
