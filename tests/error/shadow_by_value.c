/* In reverse mode nothing can be added into a shadow that is passed by value. */
// error: parameter 1 cannot be 'dup': it is passed by value.*use 'out'
// error: parameter 2 cannot be 'dupnoneed': it is passed by value
// error: :34:3: error: parameter 1 cannot be 'dup': it is passed by value.*use 'out'
// error: :37:3: error: parameter 1 cannot be 'dup': it is passed by value.*pass a pointer
// error: :39:30: warning: the adjoints of the numbers in parameter 1 itself are lost
// error: :41:10: warning: the adjoints of the numbers in parameter 2 itself are lost
extern int adcc_dup, adcc_dupnoneed, adcc_out;
extern double __adcc_autodiff_one(void *, ...);
extern double __adcc_reverse_one(void *, ...);
double f(double x, float y) { return x * y; }
double df(double x, double dx) {
  return __adcc_autodiff_one((void *)f, adcc_dup, x, dx, adcc_out, 3.0f);
}
double df_second(double x, double dy, void *tape) {
  return __adcc_reverse_one((void *)f, adcc_out, x, adcc_dupnoneed, 3.0f, dy, 1.0, tape);
}

typedef struct {
  double numbers[4];
} Numbers;
typedef struct {
  double *data, scale;
} View;
typedef struct {
  double *data, scales[3];
} Large;
extern void __adcc_autodiff_numbers(void *, ...);
extern void __adcc_reverse_numbers(void *, ...);
double product(Numbers n) { return n.numbers[0] * n.numbers[3]; }
double scaled(View v) { return v.scale * v.data[0]; }
double scaled_large(double x, Large v) { return x * v.scales[1] * v.data[0]; }
void in_memory(Numbers n, Numbers dn) {
  __adcc_autodiff_numbers((void *)product, adcc_dup, n, dn);
}
void in_memory_split(Numbers n, Numbers dn, void *tape) {
  __adcc_reverse_numbers((void *)product, adcc_dup, n, dn, 1.0, tape);
}
void view(View v, View dv) { __adcc_autodiff_numbers((void *)scaled, adcc_dup, v, dv); }
double large(Large v, Large dv) {
  return __adcc_autodiff_one((void *)scaled_large, adcc_out, 2.0, adcc_dup, v, dv);
}
