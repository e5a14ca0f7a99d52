/* Tables whose functions are not of the kind: variable arguments, an allocator of numbers, one whose
 * size is an address. */
// error: '__enzyme_register_derivative_a': a function of variable arguments has no rule
// error: '__enzyme_allocation_like_b': the allocator must return a pointer
// error: '__enzyme_allocation_like_c': it must list .allocator, index of its size argument
extern double __enzyme_fwddiff(void *, ...);
double sum(int n, ...) { return n; }
double sum_tangent(int n, ...) { return 0; }
void *__enzyme_register_derivative_a[] = {(void *)sum, (void *)sum_tangent};
double number(unsigned long bytes);
void *of_place(void *place);
void release(void *block);
void *__enzyme_allocation_like_b[] = {(void *)number, (void *)0, (void *)"-1", (void *)release};
void *__enzyme_allocation_like_c[] = {(void *)of_place, (void *)0, (void *)"-1", (void *)release};
double square(double x) { return x * x; }
double df(double x) { return __enzyme_fwddiff((void *)square, x, 1.0); }
