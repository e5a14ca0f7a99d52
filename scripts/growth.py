#!/usr/bin/env python3
"""How the time that adcc takes grows with its input.

  scripts/growth.py             a table of all families and sizes, as in bench/RESULTS.md
  scripts/growth.py --check     exits 1 where doubling the input costs far more than twice the time

Programs of one family differ in size alone: statements in one block, branches one behind another,
functions that call each other, loop nests that are inlined into one function. Times are those of
the processor, each the least of a few runs, so that other work on the machine matters little.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

HEAD = """#include <math.h>
extern int enzyme_dup, enzyme_const;
extern double __enzyme_autodiff(void *, ...);
"""


def statements(count):
    lines = "".join(
        f"  a = 0.5 * (a * b + sin(a));\n  b = 0.5 * (b + 0.9 * a / (2 + b * b)) + in[{i % 2}];\n"
        for i in range(count))
    return function_of_vector(lines)


def branches(count):
    lines = "".join(f"  if (a > {i % 13}) a = a * b + in[{i % 3}]; else b = sin(a) * b;\n"
                    for i in range(count))
    return function_of_vector(lines)


def functions(count):
    """Chains of ten."""
    text = HEAD
    for i in range(count):
        call = f"z += f{i - 1}(z, x);" if i % 10 else ""
        text += (f"__attribute__((noinline)) static double f{i}(double x, double y) {{\n"
                 f"  double z = x * y + {i};\n"
                 f"  for (int i = 0; i < 5; i++) z = sin(z) * y + x;\n  {call}\n  return z;\n}}\n")
    lines = "".join(f"  a += f{i}(in[{i % 7}], b);\n" for i in range(9, count, 10))
    return text + function_of_vector(lines)[len(HEAD):]


def function_of_vector(lines):
    return (HEAD + "double f(const double *in) {\n  double a = in[0], b = in[1];\n" + lines +
            "  return a + b;\n}\nvoid gradient(const double *x, double *dx) {\n"
            "  __enzyme_autodiff((void *)f, enzyme_dup, x, dx);\n}\n")


def nests(count):
    calls = "".join(f"  layer(t + {i} * n, {'in' if i == 0 else f't + {i - 1} * n'}, "
                    f"w + {i} * n * n, n);\n" for i in range(count))
    return HEAD + f"""
static void layer(double *out, const double *in, const double *w, int n) {{
  for (int i = 0; i < n; i++) {{
    double sum = 0;
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        sum += in[j] * in[k] * w[i * n + j];
    out[i] = tanh(sum);
  }}
}}
double f(double *in, double *w, double *t, int n) {{
{calls}  return t[{count - 1} * n];
}}
void gradient(double *x, double *dx, double *w, double *dw, double *t, double *dt, int n) {{
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, w, dw, enzyme_dup, t, dt,
                    enzyme_const, n);
}}
"""


# Each family, the sizes of the table, the two sizes that are checked, and the most that the larger
# may cost of the smaller. Twice the size is twice the time; n log n, noise and LLVM's own
# passes have the rest.
FAMILIES = [
    (statements, (125, 250, 500, 1000, 2000), (200, 400), 5),
    (branches, (62, 125, 250, 500, 1000), (100, 200), 5),
    (functions, (10, 100, 300, 1000), (50, 100), 4),
    (nests, (8, 15, 30, 60), (15, 30), 5),
]


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measure(arguments, folder, family, size):
    source, bitcode = os.path.join(folder, "in.c"), os.path.join(folder, "in.bc")
    with open(source, "w") as file:
        file.write(family(size))
    subprocess.run([arguments.clang, "-O2", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c",
                    source, "-o", bitcode], check=True)
    command = [arguments.adcc, "-O1", bitcode, "-o", os.path.join(folder, "out.o")]
    return min(processor_seconds(command) for _ in range(arguments.repetitions))


def check(arguments, folder):
    fine = True
    for family, _, (small, large), limit in FAMILIES:
        ratio = (measure(arguments, folder, family, large) /
                 max(measure(arguments, folder, family, small), 0.02))
        print(f"{family.__name__}: {large} cost {ratio:.1f} times as much as {small}")
        fine = fine and ratio <= limit
    return fine


def print_table(arguments, folder):
    print("| family | size | time | a unit of it |\n|---|---:|---:|---:|")
    for family, sizes, _, _ in FAMILIES:
        for size in sizes:
            seconds = measure(arguments, folder, family, size)
            print(f"| {family.__name__} | {size} | {seconds:.2f} s | {1e3 * seconds / size:.2f} ms |",
                  flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--adcc", default=os.environ.get("ADCC", root + "/build/release/adcc"))
    parser.add_argument("--clang", default=os.environ.get("CLANG", "clang-22"))
    parser.add_argument("--repetitions", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.check:
            print_table(arguments, folder)
        elif not check(arguments, folder):
            sys.exit(1)


if __name__ == "__main__":
    main()
