; Attributes as other front ends write them, with both prefixes: on functions without a body, on ones with a body
; that says something else, on calls, on parameters, and the shadow of a global as metadata.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = global double 2.0, !enzyme_shadow !0
@dg = global double 0.0
@h = global double 3.0, !adcc_shadow !1
@dh = global double 0.0
@text = private constant [16 x i8] c"%d: %.17g %.17g\00"

define double @mysin(double %x) noinline "enzyme_math"="sin" {
  %r = call double @sin(double %x)
  ret double %r
}
define double @mycos(double %x) noinline "adcc_math"="cos" {
  %r = call double @cos(double %x)
  ret double %r
}
define double @noise(double %x) noinline "enzyme_inactive" {
  %r = fmul double %x, 5.0
  ret double %r
}
define double @more(double %x) noinline "adcc_inactive" {
  %r = fmul double %x, 7.0
  ret double %r
}
define double @again(double %x) noinline "enzyme_shouldrecompute" {
  %r = call double @exp(double %x)
  ret double %r
}
define double @counted(double %x) noinline {
  %r = fmul double %x, 11.0
  ret double %r
}
define void @words(ptr "enzyme_type"="{[-1]:Pointer, [-1,-1]:Float@double}" %to, ptr "adcc_type"="{[-1]:Pointer, [-1,-1]:Float@double}" %from) noinline {
  %w = load i64, ptr %from
  store i64 %w, ptr %to
  ret void
}
define internal double @f(double %x, ptr %p) {
  %slot = alloca i64
  call void @words(ptr %slot, ptr %p)
  %y = load double, ptr %slot
  %s = call double @mysin(double %x)
  %c = call double @mycos(double %y)
  %n = call double @noise(double %x)
  %m = call double @more(double %x)
  %e = call double @again(double %x)
  %k = call double @counted(double %x) "enzyme_inactive"
  %g = load double, ptr @g
  %h = load double, ptr @h
  %1 = fmul double %s, %c
  %2 = fadd double %1, %n
  %3 = fadd double %2, %m
  %4 = fadd double %3, %e
  %5 = fadd double %4, %k
  %6 = fmul double %g, %x
  %7 = fmul double %h, %x
  %8 = fmul double %7, %x
  %9 = fadd double %5, %6
  %10 = fadd double %9, %8
  ret double %10
}
declare double @sin(double)
declare double @cos(double)
declare double @exp(double)
declare double @llvm.fabs.f64(double)
declare i32 @printf(ptr, ...)
declare double @__enzyme_autodiff(...)

define internal i32 @off(i32 %line, double %actual, double %expected) {
  %d = fsub double %actual, %expected
  %a = call double @llvm.fabs.f64(double %d)
  %ok = fcmp ole double %a, 1.0e-12
  br i1 %ok, label %fine, label %bad
bad:
  call i32 (ptr, ...) @printf(ptr @text, i32 %line, double %actual, double %expected)
  ret i32 1
fine:
  ret i32 0
}
define i32 @main() {
  %p = alloca double
  %dp = alloca double
  store double 0.5, ptr %p
  store double 0.0, ptr %dp
  %dx = call double (...) @__enzyme_autodiff(ptr @f, double 1.5, ptr %p, ptr %dp)
  %s = call double @sin(double 1.5)
  %c = call double @cos(double 1.5)
  %sy = call double @sin(double 0.5)
  %cy = call double @cos(double 0.5)
  %e = call double @exp(double 1.5)
  %1 = fmul double %c, %cy
  %2 = fadd double %1, %e
  %3 = fadd double %2, 2.0
  %expected = fadd double %3, 9.0
  %r1 = call i32 @off(i32 1, double %dx, double %expected)
  %g = load double, ptr %dp
  %4 = fmul double %s, %sy
  %5 = fneg double %4
  %r2 = call i32 @off(i32 2, double %g, double %5)
  %dg = load double, ptr @dg
  %r3 = call i32 @off(i32 3, double %dg, double 1.5)
  %dh = load double, ptr @dh
  %r4 = call i32 @off(i32 4, double %dh, double 2.25)
  %a = or i32 %r1, %r2
  %b = or i32 %r3, %r4
  %rc = or i32 %a, %b
  ret i32 %rc
}
!0 = !{ptr @dg}
!1 = !{ptr @dh}
