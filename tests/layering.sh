#!/bin/bash
# Checks the house rules that a compiler does not: which folder may include which, what lies where,
# and the format of every C file. Prints each violation; exit status 0 if there is none.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
violations=0
checks=0
violation() {
  echo "$*"
  violations=$((violations + 1))
}

# What each folder of src/ may include, besides itself: everything to the left of it, where
# `base < ir < {rules, request, loops} < prepare < analysis < plan < diff < {parallel, emit} < pipeline < main`.
declare -A below=(
  [base]=""
  [ir]="base"
  [rules]="base ir"
  [request]="base ir"
  [prepare]="base ir rules request"
  [loops]="base ir"
  [analysis]="base ir rules request"
  [plan]="base ir rules request analysis"
  [diff]="base ir rules request analysis plan"
  [parallel]="base ir rules request analysis plan diff"
  [emit]="base ir rules request analysis plan diff"
  [top]="base ir rules request prepare loops analysis plan diff parallel emit"
)

check_includes() { # file folder
  local file=$1 folder=$2 included target
  while read -r included; do
    checks=$((checks + 1))
    target=$(realpath -m --relative-to=src "$(dirname "$file")/$included")
    [[ $included != llvm/* ]] || continue
    [ -e "src/$target" ] || { violation "$file: includes \"$included\", which does not exist"; continue; }
    case $target in
    ../include/adcc/*) [ "$folder" != base ] || violation "$file: base includes $included" ;;
    ../*) violation "$file: includes \"$included\", outside src/ and include/adcc/" ;;
    "$folder"/*) ;;
    */*/*) violation "$file: includes \"$included\", internal to another folder" ;;
    */*)
      local other=${target%%/*}
      [[ " ${below[$folder]} " = *" $other "* ]] ||
        violation "$file: $folder may not include $target"
      [[ $folder = top || $target = "$other/$other.h" ]] ||
        violation "$file: includes $target, not the public header $other/$other.h"
      ;;
    *) [ "$folder" = top ] || violation "$file: includes the top-level $included" ;;
    esac
  done < <(sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]+"([^"]+)".*/\1/p' "$file")
}

for file in src/*.[ch] src/*.def; do check_includes "$file" top; done
for folder in src/*/; do
  folder=$(basename "$folder")
  if [ -z "${below[$folder]+known}" ]; then
    violation "src/$folder: not a folder of the layout"
    continue
  fi
  while read -r file; do
    check_includes "$file" "$folder"
  done < <(find "src/$folder" -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.def')
done

# rules/lib/ is code for derivatives: it sees no header of the compiler.
for file in src/rules/lib/*.[ch]*; do
  [ -e "$file" ] || continue
  grep -nE '^ *# *include +"\.\./' "$file" | grep -v include/adcc/ &&
    violation "$file: includes headers of the compiler"
done

# The runtime and the compiler share only include/adcc/.
while read -r line; do
  case $line in
  *'"../include/adcc/'* | *'"runtime_internal.h"'*) checks=$((checks + 1)) ;;
  *) violation "$line: the runtime includes only its own header and include/adcc/" ;;
  esac
done < <(grep -nE '^ *# *include +"' runtime/*.[ch])

# LLVM behind a C header, passes of LLVM's kind, and rules that share types with programs in C++ are
# all the C++ there is.
while read -r file; do
  [[ $file = @(src/ir/bridge*|src/loops/*|src/rules/lib/*).cpp ]] ||
    violation "$file: C++ belongs behind src/ir/bridge.h or src/loops/loops.h"
done < <(find src runtime -name '*.cpp' -o -name '*.cc' -o -name '*.hpp')

# File names are unique within each of src/ and runtime/, but for request.c (a folder's own name).
find src runtime -name '*.c' -printf '%f\n' | sort | uniq -d | while read -r name; do
  echo "note: several files are called $name"
done

# Files at the top.
while read -r name; do
  case $name in
  README.md | LICENSE | CMakeLists.txt | CMakePresets.json) ;;
  .clang-format | .clang-tidy | .gitignore | .gitattributes) ;;
  .ci | .git | .github | build | build-* | src | include | runtime | tests | examples | bench | scripts) ;;
  *) git check-ignore -q "$name" 2>/dev/null || violation "$name: nothing but the house's own lies at the top" ;;
  esac
done < <(ls -A)

formatter=$(command -v clang-format-22)
if [ -z "$formatter" ]; then
  violation "clang-format-22 is missing; scripts/setup.sh installs it"
else
  mapfile -t files < <(find src runtime include tests/unit -name '*.c' -o -name '*.h' -o -name '*.hpp' -o -name '*.cpp')
  checks=$((checks + ${#files[@]}))
  # Rows of rule tables pulled in as macros are laid out by hand, as .def files are.
  while read -r file; do
    violation "$file: not formatted; run scripts/format.sh"
  done < <("$formatter" --dry-run --ferror-limit=1 "${files[@]}" 2>&1 |
    sed -nE 's/^([^:]+):[0-9]+:[0-9]+: warning: code should be clang-formatted.*/\1/p' | sort -u)
fi

echo "$checks checks, $violations violations"
[ "$violations" = 0 ] && [ "$checks" -gt 0 ]
