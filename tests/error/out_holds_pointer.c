/* A structure with a pointer in it cannot be returned as an adjoint. */
// error: parameter 1 cannot be 'out': it holds a pointer
extern int enzyme_out;
extern double __enzyme_autodiff(void *, ...);
struct line {
  double slope, *points;
  int count;
};
double height(struct line l) { return l.slope * l.points[l.count]; }
double derivative(struct line l) { return __enzyme_autodiff((void *)height, enzyme_out, l); }
