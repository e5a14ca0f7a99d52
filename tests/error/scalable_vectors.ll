; A loop that clang has vectorised for SVE.
; error: cannot differentiate vectors of as many lanes as the machine has
; error: -disable-llvm-passes
declare void @__adcc_autodiff(ptr, ptr, ptr, ptr, ptr)
define void @square(ptr %x, ptr %y) {
  %numbers = load <vscale x 2 x double>, ptr %x
  %squares = fmul <vscale x 2 x double> %numbers, %numbers
  store <vscale x 2 x double> %squares, ptr %y
  ret void
}
define void @gradient(ptr %x, ptr %dx, ptr %y, ptr %dy) {
  call void @__adcc_autodiff(ptr @square, ptr %x, ptr %dx, ptr %y, ptr %dy)
  ret void
}
