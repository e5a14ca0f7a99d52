; Text that does not parse: the line is named.
; error: invalid.ll:6
; error: expected
define double @f(double %x) {
  %y = fmul double %x
  ret double %y
}
