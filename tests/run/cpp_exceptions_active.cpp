/* Exceptions that carry a derivative: a result that leaves by throw, from functions that are and
 * are not inlined, by reference, by value and as a number, through cleanups, rethrown, of classes
 * with a base, in loops, beside exceptions from outside. */
#include "oracle.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Found {
  double value;
  int step;
};
struct Failure : std::runtime_error {
  double residual, weights[2];
  Failure(const char *what, double r)
      : std::runtime_error(what), residual(r), weights{r * r, std::sin(r)} {}
};
__attribute__((noinline)) static void search(const double *x, int n, double limit) {
  double y = 1;
  for (int i = 0; i < n; i++) {
    y = y * x[i % 3] + 1;
    if (y > limit)
      throw Found{y * y, i};
  }
}
struct Guard {
  int *count;
  ~Guard() { ++*count; }
};
__attribute__((noinline)) static double through(const double *x, int n, int *count) {
  Guard guard{count};
  std::vector<double> copy(x, x + 3);
  copy[1] *= 2;
  search(copy.data(), n, 6);
  return copy[1];
}
/* By reference and by value. */
static void found(const double *in, double *out) {
  int count = 0;
  for (int n = 1; n < 12; n += 5) {
    try {
      out[0] += through(in, n, &count);
    } catch (const Found &f) {
      out[0] += f.value * in[0] + f.step;
    }
    try {
      search(in, n, 4);
      out[1] += in[2];
    } catch (Found f) {
      f.value *= in[1];
      out[1] += f.value;
    }
  }
  out[2] += count * in[0];
}
/* Numbers, thrown where they are caught and further away. */
__attribute__((noinline)) static double check(double x) {
  if (x > 1.2)
    throw x * x;
  return x;
}
static void numbers(const double *in, double *out) {
  for (int i = 0; i < 3; i++)
    try {
      out[i] += check(in[i]) * 2;
      if (in[i] > 1)
        throw std::exp(in[i]);
      out[i] += in[0];
    } catch (double d) {
      out[i] += d * in[1];
    }
}
/* Rethrown, caught as a base first, and beside exceptions of the library. */
__attribute__((noinline)) static void fail(double x, int how) {
  if (how == 0)
    throw Failure("not converged", x * 3);
  if (how == 1)
    throw std::out_of_range("outside");
  if (how == 2) {
    std::vector<int> empty;
    empty.at(3) = 1;
  }
}
static void failures(const double *in, double *out) {
  for (int how = 0; how < 4; how++)
    try {
      try {
        double x = in[0] * in[1];
        fail(x, how);
        out[0] += x;
      } catch (std::runtime_error &) {
        out[2] += in[2];
        throw;
      }
    } catch (Failure &f) {
      out[1] += f.residual * f.weights[0] + f.weights[1] + (double)std::string(f.what()).size();
    } catch (const std::exception &e) {
      out[2] += in[0] * (double)std::string(e.what()).size();
    }
}
/* A pointer to what lives on. */
struct Node {
  double value;
};
__attribute__((noinline)) static void point(Node *nodes, int i) {
  nodes[i].value *= nodes[0].value;
  throw &nodes[i];
}
static void pointers(const double *in, double *out) {
  Node nodes[3] = {{in[0]}, {in[1]}, {in[2]}};
  for (int i = 0; i < 3; i++)
    try {
      point(nodes, i);
    } catch (Node *found) {
      out[i] += found->value;
      found->value *= 2;
    }
  out[0] += nodes[1].value * nodes[2].value;
}
PRIMAL(all) {
  found(in, out);
  numbers(in, out + 3);
  failures(in, out + 6);
  pointers(in, out + 9);
}
ORACLE_MAIN(all, 3, 12, 0.7, 1.6)
