; TBAA of the new form (-new-struct-path-tbaa): sizes in types and tags.
define internal void @f(ptr %x, ptr %y) {
  %a = load i64, ptr %x, align 8, !tbaa !1
  store i64 %a, ptr %y, align 8, !tbaa !1
  %q = getelementptr i8, ptr %x, i64 8
  %b = load i64, ptr %q, align 8, !tbaa !4
  %p = getelementptr i8, ptr %y, i64 8
  store i64 %b, ptr %p, align 8, !tbaa !4
  ret void
}
declare void @__enzyme_autodiff(...)
@enzyme_dup = external global i32
define i32 @main() {
  %x = alloca [2 x double]
  %dx = alloca [2 x double]
  %y = alloca [2 x double]
  %dy = alloca [2 x double]
  store [2 x double] [double 2.0, double 3.0], ptr %x
  store [2 x double] zeroinitializer, ptr %dx
  store [2 x double] [double 5.0, double 7.0], ptr %dy
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx, ptr %y, ptr %dy)
  %d0 = load double, ptr %dx
  %g = getelementptr double, ptr %dx, i64 1
  %d1 = load double, ptr %g
  %v = load double, ptr %y
  %ok0 = fcmp oeq double %d0, 5.0
  %ok1 = fcmp oeq double %d1, 7.0
  %ok2 = fcmp oeq double %v, 2.0
  %w = and i1 %ok0, %ok1
  %z = and i1 %w, %ok2
  %bad = xor i1 %z, true
  %rc = zext i1 %bad to i32
  ret i32 %rc
}
!0 = !{!"tbaa root"}
!3 = !{!0, i64 1, !"omnipotent char"}
!2 = !{!3, i64 8, !"double"}
!5 = !{!3, i64 16, !"pair", !2, i64 0, i64 8, !2, i64 8, i64 8}
!1 = !{!2, !2, i64 0, i64 8}
!4 = !{!5, !2, i64 8, i64 8}
