/* Memory to work in that is read through something else which the program set up before the call, a
 * member of a structure, a list, a pointer into a vector: what is there would count as constant,
 * and the program stops. Where the other is a variable that keeps blocks itself, it does not. */
#include "oracle.h"
#include "stops.h"
#include <vector>

static double *of_member, *of_list, *of_view, *of_pointer;
static struct {
  double *p;
  void *self;
} member;
static struct Node {
  double *p;
  Node *next;
} * list;
static std::vector<double> of_vector;
static double *into_vector;
static const double *into_view;
static double *pointer;

static void prepare() {
  of_member = (double *)malloc(32 * sizeof(double));
  of_list = (double *)malloc(32 * sizeof(double));
  of_view = (double *)malloc(32 * sizeof(double));
  of_pointer = (double *)malloc(32 * sizeof(double));
  member.p = of_member;
  member.self = &member;
  list = (Node *)malloc(sizeof *list);
  if (!of_member || !of_list || !of_view || !of_pointer || !list)
    abort();
  *list = {of_list, nullptr};
  of_vector.resize(32);
  into_vector = of_vector.data();
  into_view = of_view + 1;
  pointer = of_pointer;
}

#define THROUGH(name, written, seen)                                                               \
  PRIMAL(name) {                                                                                   \
    for (size_t i = 0; i < n; i++)                                                                 \
      (written)[i] = in[i] * in[i];                                                                \
    for (size_t i = 0; i + 1 < n; i++)                                                             \
      out[0] += (seen)[i] * in[i];                                                                 \
  }                                                                                                \
  static void name##_derivative(double *in, double *din, size_t n) {                               \
    double out = 0, dout = 1;                                                                      \
    __adcc_autodiff_state((void *)name, &adcc_dup, in, din, n, &adcc_dup, &out, &dout, (size_t)1); \
  }
THROUGH(through_member, of_member, member.p)
THROUGH(through_list, of_list, list->p)
THROUGH(through_vector, of_vector, into_vector)
THROUGH(through_view, of_view, into_view)
THROUGH(through_pointer, of_pointer, pointer)
ORACLE(through_pointer, 4, 1, 0.3, 1.1)

int main(void) {
  double in[4] = {0.5, 0.7, 1.1, 0.9}, din[4] = {0};
  prepare();
  EXPECT(STOPS(through_member_derivative(in, din, 4)));
  EXPECT(STOPS(through_list_derivative(in, din, 4)));
  EXPECT(STOPS(through_vector_derivative(in, din, 4)));
  EXPECT(STOPS(through_view_derivative(in, din, 4)));
  through_pointer_oracle();
  return oracle_exit();
}
