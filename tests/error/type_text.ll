; A type that cannot be read is named.
; error: Double.' is not a type
declare double @__enzyme_autodiff(ptr, ...)
define double @f(double "enzyme_type"="{[-1]:Double}" %x) {
  ret double %x
}
define double @df(double %x) {
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}
