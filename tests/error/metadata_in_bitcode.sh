# Markers that are metadata: LLVM's bitcode holds none among variable arguments, and gives other
# values in the place of some or all.
# error: ^in function 'df': error: the markers of this call are lost: bitcode does not hold metadata
# error: help: give adcc the text
# error: in function 'more': error: the markers of this call are lost
cat >"$work/few.ll" <<'IR'
declare double @__enzyme_autodiff(...)
define double @f(double %x, double %y) {
  %a = fmul double %x, %y
  ret double %a
}
define double @df(double %x, double %y) {
  %r = call double (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_out", double %x, metadata !"enzyme_const", double %y)
  ret double %r
}
define double @more() {
  %r = call double (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_noret", metadata !"enzyme_out", double 1.0, metadata !"enzyme_const", metadata !"enzyme_dup", double 1.0)
  ret double %r
}
IR
$CLANG -w -c -emit-llvm -xir "$work/few.ll" -o "$input"
