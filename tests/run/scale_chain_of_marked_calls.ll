; A long chain of functions of which each is called once, and the last call is said to be inactive: it stays one, or
; nothing would be said of what has taken its place. (clang's own inliner does not know the mark.)
; levels: O0 raw
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@text = private constant [16 x i8] c"%.17g of %.17g\0A\00"

define internal double @noise(double %x) {
  %r = fmul double %x, 5.0
  ret double %r
}
define internal double @f9(double %x) {
  %y = call double @noise(double %x) "enzyme_inactive"
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define internal double @f8(double %x) {
  %y = call double @f9(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define internal double @f7(double %x) {
  %y = call double @f8(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define internal double @f6(double %x) {
  %y = call double @f7(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define internal double @f5(double %x) {
  %y = call double @f6(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define internal double @f4(double %x) {
  %y = call double @f5(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define internal double @f3(double %x) {
  %y = call double @f4(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define internal double @f2(double %x) {
  %y = call double @f3(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}
define double @f1(double %x) {
  %y = call double @f2(double %x)
  %z = fmul double %x, %x
  %r = fadd double %y, %z
  ret double %r
}

declare double @__enzyme_autodiff(ptr, ...)
declare i32 @printf(ptr, ...)

define i32 @main() {
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @f1, double 2.0)
  %good = fcmp oeq double %d, 36.0
  br i1 %good, label %done, label %failed
failed:
  %p = call i32 (ptr, ...) @printf(ptr @text, double %d, double 36.0)
  br label %done
done:
  %code = phi i32 [ 0, %0 ], [ 1, %failed ]
  ret i32 %code
}
