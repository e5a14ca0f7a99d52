# A derivative that an earlier run made: its finished code moves the tape's pointers itself.
# error: cannot differentiate a derivative that an earlier run of adcc made; ask for both in one run
cat >"$work/inner.c" <<'C'
#include <math.h>
extern double __adcc_autodiff(void *, ...);
static double march(double x) {
  for (int i = 0; x < 1.4 && i < 11; i++)
    x = 0.9 * x + 0.2 + 0.1 * sin(x);
  return x;
}
double slope(double x) { return __adcc_autodiff((void *)march, x); }
C
cat >"$work/outer.c" <<'C'
extern double __adcc_autodiff(void *, ...);
double slope(double);
double curvature(double x) { return __adcc_autodiff((void *)slope, x); }
C
$CLANG -O1 -emit-llvm -c "$work/inner.c" -o "$work/inner.bc"
"$ADCC" "$work/inner.bc" --emit=bc -o "$work/slope.bc"
$CLANG -O1 -emit-llvm -c "$work/outer.c" -o "$work/outer.bc"
llvm-link-22 "$work/slope.bc" "$work/outer.bc" -o "$input"
