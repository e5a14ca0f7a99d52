; A load of vector predication, which nothing lowers: what it reads is active.
; error: no derivative is known for 'llvm.vp.load
declare <4 x double> @llvm.vp.load.v4f64.p0(ptr, <4 x i1>, i32)
declare void @__adcc_autodiff_x(ptr, ...)
declare i32 @printf(ptr, ...)
@fmt = private constant [4 x i8] c"%g\0A\00"
define void @f(ptr %in, ptr %out) {
  %v = call <4 x double> @llvm.vp.load.v4f64.p0(ptr align 8 %in, <4 x i1> splat (i1 true), i32 4)
  %a = fmul <4 x double> %v, %v
  store <4 x double> %a, ptr %out, align 8
  ret void
}
define i32 @main() {
  %in = alloca [4 x double]
  %din = alloca [4 x double]
  %out = alloca [4 x double]
  %dout = alloca [4 x double]
  store <4 x double> <double 1.0, double 2.0, double 3.0, double 4.0>, ptr %in, align 8
  store <4 x double> zeroinitializer, ptr %din, align 8
  store <4 x double> splat (double 1.0), ptr %dout, align 8
  call void (ptr, ...) @__adcc_autodiff_x(ptr @f, ptr %in, ptr %din, ptr %out, ptr %dout)
  %p = getelementptr double, ptr %din, i64 3
  %d = load double, ptr %p
  call i32 (ptr, ...) @printf(ptr @fmt, double %d)
  ret i32 0
}
