/* Results that an annotation asks for and the function does not have; a mode that does not exist. */
// error: derivative 'active': its result cannot be 'active': the function returns no floating point
// error: derivative 'both': its result cannot be both 'active' and 'const' or 'noret'
// error: derivative 'primal': it cannot return 'primal': the function returns nothing
// error: derivative 'adcc.revers:mode:out': this annotation cannot be read
// error: warning: the annotation 'enzyme_inactiv' says nothing to adcc
#define ANNOTATE(text) __attribute__((annotate(text)))
ANNOTATE("adcc.reverse:active:dup -> active") void a(double *x) { x[0] *= 2; }
ANNOTATE("adcc.reverse:both:out -> active, const") double b(double x) { return x; }
ANNOTATE("adcc.reverse:primal:dup -> primal") void c(double *x) { x[0] *= 2; }
ANNOTATE("adcc.revers:mode:out") double d(double x) { return x; }
ANNOTATE("enzyme_inactiv") double e(double x) { return x; }
