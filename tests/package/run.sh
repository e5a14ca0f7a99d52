#!/bin/bash
# Installs adcc into a temporary prefix and builds a user's project against it, once with CMake and
# once by hand with pkg-config.  tests/package/run.sh BUILD_FOLDER
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/project
cp -r "$(dirname "$0")/project" "$project"

cmake --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; exit 1; }
for installed in bin/adcc lib/libadcc_rt.a include/adcc/adcc.h; do
  [ -e "$work/prefix/$installed" ] || { echo "not installed: $installed"; exit 1; }
done

generator=()
command -v ninja >/dev/null && generator=(-G Ninja)
cmake -S "$project" -B "$work/build" "${generator[@]}" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_BUILD_TYPE=Release >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/build/program" || { echo "the C program's gradient is wrong"; exit 1; }
"$work/build/program_cpp" || { echo "the C++ program's derivative is wrong"; exit 1; }
touch "$project/headers/loss.h" # a header of a differentiated file is a dependency
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q 'Compiling loss.c to bitcode' "$work/log" || { echo "headers are not tracked"; cat "$work/log"; exit 1; }

export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig
adcc=$(pkg-config --define-variable=prefix="$work/prefix" --variable=adcc adcc)
read -ra cflags < <(pkg-config --define-variable=prefix="$work/prefix" --cflags adcc)
read -ra libs < <(pkg-config --define-variable=prefix="$work/prefix" --libs adcc)
flags=(-I"$project/headers" -DSCALE=3.0 '-DNAMED(x)=x')
for file in loss square; do
  clang-22 -O2 -Xclang -disable-llvm-passes "${flags[@]}" "${cflags[@]}" -emit-llvm \
    -c "$project/$file.c" -o "$work/$file.bc"
done
"$adcc" "$work/loss.bc" "$work/square.bc" -o "$work/loss.o"
clang-22 -O2 "${flags[@]}" "$project/main.c" "$work/loss.o" "${libs[@]}" -o "$work/program"
"$work/program" || { echo "the gradient is wrong when built by hand"; exit 1; }

# With the compiler driver in the compiler's place: derivatives, and files that ask for none.
cp "$(dirname "$0")/wrapper/"* "$work"
(cd "$work" && make -s CC="$work/prefix/bin/adcc-cc" CXX="$work/prefix/bin/adcc-c++" && ./wrapped) ||
  { echo "a Makefile with adcc-cc fails"; exit 1; }
grep -q 'model.h' "$work/model.d" || { echo "adcc-cc leaves no dependencies"; exit 1; }
echo "4 passed, 0 failed"
