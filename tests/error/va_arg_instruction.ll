; The instruction va_arg, which front ends expand for the machine.
; error: cannot differentiate the instruction va_arg
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @__adcc_autodiff_x(ptr, ...)
declare i32 @printf(ptr, ...)
@fmt = private constant [7 x i8] c"%g %g\0A\00"
%va = type {i32,i32,ptr,ptr}
define internal double @sum(i32 %k, ...) noinline {
  %ap = alloca %va, align 16
  call void @llvm.va_start.p0(ptr %ap)
  %a = va_arg ptr %ap, double
  %b = va_arg ptr %ap, double
  %x = fmul double %a, %b
  call void @llvm.va_end.p0(ptr %ap)
  ret double %x
}
define void @f(ptr %in, ptr %out) {
  %a = load double, ptr %in
  %p1 = getelementptr double, ptr %in, i64 1
  %b = load double, ptr %p1
  %x = call double (i32,...) @sum(i32 2, double %a, double %b)
  store double %x, ptr %out, align 8
  ret void
}
define i32 @main() {
  %in = alloca [2 x double]
  %din = alloca [2 x double]
  %out = alloca double
  %dout = alloca double
  store <2 x double> <double 2.0, double 3.0>, ptr %in, align 8
  store <2 x double> zeroinitializer, ptr %din, align 8
  store double 1.0, ptr %dout, align 8
  call void (ptr, ...) @__adcc_autodiff_x(ptr @f, ptr %in, ptr %din, ptr %out, ptr %dout)
  %d = load double, ptr %din
  %o = load double, ptr %out
  call i32 (ptr, ...) @printf(ptr @fmt, double %d, double %o)
  ret i32 0
}
