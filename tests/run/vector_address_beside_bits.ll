; The address of a table and the bits of a number, put beside each other by one store of a vector, as
; a pass that joins stores makes of a copy constructor.
@vt = internal constant [1 x ptr] [ptr @h1]
declare double @__adcc_autodiff(ptr, double)
define internal double @h1(ptr %t) {
  %p = getelementptr i8, ptr %t, i64 8
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
define internal void @copy(ptr %d, ptr %s) noinline {
  %p = getelementptr i8, ptr %s, i64 8
  %i = load i64, ptr %p
  %v = insertelement <2 x i64> <i64 ptrtoint (ptr @vt to i64), i64 poison>, i64 %i, i32 1
  store <2 x i64> %v, ptr %d, align 8
  ret void
}
define internal double @f(double %a) {
  %o = alloca {ptr,double}
  %nn = alloca {ptr,double}
  store ptr @vt, ptr %o
  %op = getelementptr i8, ptr %o, i64 8
  store double %a, ptr %op
  call void @copy(ptr %nn, ptr %o)
  %v = load ptr, ptr %nn
  %f = load ptr, ptr %v
  %r = call double %f(ptr %nn)
  ret double %r
}
define i32 @main() {
  %d = call double @__adcc_autodiff(ptr @f, double 3.0)
  %right = fcmp oeq double %d, 6.0
  %status = select i1 %right, i32 0, i32 1
  ret i32 %status
}
