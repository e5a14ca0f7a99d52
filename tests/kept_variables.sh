#!/bin/bash
# A variable of the file with main that keeps memory for what is differentiated is made static. Files
# that use it then fail to link, and are told why; what main is not in leaves its variables alone.
#   tests/kept_variables.sh        Environment: ADCC, ADCC_RUNTIME, CLANG, as for run.sh
set -euo pipefail
tests=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang-22}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "FAIL $1"; exit 1; }

cat >main.cpp <<'CODE'
#include <vector>
extern int enzyme_dup;
extern void __enzyme_autodiff(void *, ...);
std::vector<double> work;
thread_local std::vector<double> of_thread;
double shared;
void squares(const double *x, double *y) {
  work.assign(x, x + 3);
  of_thread.assign(x, x + 3);
  y[0] = shared;
  for (int i = 0; i < 3; i++)
    y[0] += work[i] * of_thread[i];
}
void gradient(double *x, double *dx, double *y, double *dy) {
  __enzyme_autodiff((void *)squares, enzyme_dup, x, dx, enzyme_dup, y, dy);
}
#ifdef WITH_MAIN
int main() {
  double x[] = {1, 2, 3}, dx[3] = {}, y = 0, dy = 1;
  gradient(x, dx, &y, &dy);
  return y == 14 && dx[2] == 6 ? 0 : 1;
}
#endif
CODE
cat >vector.cpp <<'CODE'
#include <vector>
extern std::vector<double> work;
double first() { return work[0]; }
CODE
sed 's/extern/extern thread_local/; s/work/of_thread/' vector.cpp >thread.cpp
echo 'extern double shared; double half() { return shared / 2; }' >number.cpp
for file in vector thread number; do
  "${clang/clang/clang++}" -O1 -c $file.cpp -o $file.o
done
"${clang/clang/clang++}" -O1 -emit-llvm -DWITH_MAIN -c main.cpp -o main.bc
"${clang/clang/clang++}" -O1 -emit-llvm -c main.cpp -o library.bc
"$ADCC" main.bc -o main.o
"$ADCC" library.bc -o library.o
"$ADCC" main.bc --only-derivatives -o derivatives.o

link() { "${clang/clang/clang++}" -fuse-ld=bfd "$@" "$ADCC_RUNTIME" -o program -lm >log 2>&1; }
{ link main.o number.o && ./program; } || fail "a number is shared, and the program runs: $(cat log)"
for file in vector thread; do
  link main.o $file.o && fail "another file uses what $file.cpp asks for"
  grep -q "warning: adcc has made this static: .*keep main out of its input" log ||
    fail "no reason is given for $file.cpp: $(cat log)"
done
# In a library others may have put anything there: what is left from before stops the program.
cat >calls.cpp <<'CODE'
#include <stdio.h>
void gradient(double *x, double *dx, double *y, double *dy);
int main() {
  double x[] = {1, 2, 3}, dx[3] = {}, y = 0, dy = 1;
  gradient(x, dx, &y, &dy);
  fputs("once\n", stderr);
  dy = 1;
  gradient(x, dx, &y, &dy);
}
CODE
"${clang/clang/clang++}" -c calls.cpp -o calls.o
for level in 0 1; do
  for lasting in work of_thread; do # the other one is made anew
    other=${lasting/*_thread/work}
    [ $lasting = work ] && other=of_thread
    sed "s/^.*\b$other;//; s/  $other.assign/  std::vector<double> $other; $other.assign/" main.cpp >one.cpp
    "${clang/clang/clang++}" -O$level -emit-llvm -c one.cpp -o one.bc
    "$ADCC" one.bc -O$level -o one.o
    link calls.o one.o || fail "a library does not link: $(cat log)"
    ./program >log 2>&1 && fail "what $lasting keeps at -O$level has no shadow, and the program goes on"
    grep -q "^once" log || fail "the first call stops"
    grep -q "adcc runtime: .*global" log || fail "no reason is given for $lasting at -O$level: $(cat log)"
  done
done
nm library.o | grep -q ' [BD] work$' || fail "a library's variable is not left alone"
nm derivatives.o | grep -q ' U work$' || fail "derivatives alone do not share the variable"
echo "ok"
