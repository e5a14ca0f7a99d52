; A use that its definition does not dominate.
; error: unverified.ll
define double @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = fadd double 1.0, 2.0
  br label %b
b:
  ret double %x
}
