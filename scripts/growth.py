#!/usr/bin/env python3
"""How the time that adcc takes grows with its input.

  scripts/growth.py [FAMILY...]          a table of all sizes, as in bench/RESULTS.md
  scripts/growth.py --check [FAMILY...]  exits 1 where the work grows faster than n log n

Programs of one family differ in size alone: statements in one block, branches one behind another,
functions that call each other, loop nests that are inlined into one function or within each other,
arrays, and calls of one function. The table has times of the processor, each the least of a few runs
in turn, so that other work on the machine matters little. The check counts instructions, with
valgrind: they do not vary from run to run, whereas the time has the caches of the machine in it,
which hold a small program and not a large one.
"""
import argparse
import math
import os
import re
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


def depth(count):
    """Loops within each other, one in each function."""
    text = HEAD + "static double f0(double x, const double *p, int n) { return sin(x) * p[0]; }\n"
    for i in range(1, count + 1):
        text += (f"static double f{i}(double x, const double *p, int n) {{\n  double sum = 0;\n"
                 f"  for (int i = 0; i < n; i++) sum += f{i - 1}(x * p[i], p, n);\n"
                 f"  return sum;\n}}\n")
    return text + function_of_vector(f"  a = f{count}(a, in, 2);\n")[len(HEAD):]


def objects(count):
    lines = "".join(f"  double t{i}[8];\n" for i in range(count))
    for i in range(count):
        before = f"t{i - 1}[7 - i]" if i else "in[i % 3]"
        lines += (f"  for (int i = 0; i < 8; i++) t{i}[i] = {before} * b + sin(a);\n"
                  f"  a += t{i}[{i % 8}];\n")
    return function_of_vector(lines)


def calls(count):
    text = HEAD + ("__attribute__((noinline)) static double g(double x, const double *p, double *s) {\n"
                   "  *s += x * p[0];\n  return sin(x) * p[1] + *s;\n}\n")
    lines = "  double s = 0;\n" + "".join(f"  a = 0.5 * g(a, in + {i % 5}, &s) + b;\n"
                                         for i in range(count))
    return text + function_of_vector(lines)[len(HEAD):]


def values(count):
    """Numbers that a loop carries in registers through a switch."""
    numbers = range(count)
    steps = ("x{i} -= 0.1 * x{i} * x{i} * around; around = 0.5 * around + 0.3 * x{i};",
             "x{i} = sin(x{i} + 0.2 * around);",
             "x{i} = x{i} / (1 + 0.2 * x{i} * x{i}) + 0.01 * around;")
    cases = "".join(f"    case {k}:\n" + "".join(f"      {step.format(i=i)}\n" for i in numbers) +
                    "      break;\n" for k, step in enumerate(steps))
    return function_of_vector(
        "".join(f"  double x{i} = in[{i % 7}];\n" for i in numbers) +
        f"  double around = a;\n  for (int i = 0; i < 6; i++) {{\n    switch (i % 4) {{\n{cases}"
        "    default: around *= b;\n    }\n" +
        "".join(f"    a += x{i} * {1 + i % 5};\n" for i in numbers) + "  }\n")


# Each family, the sizes of the table, the two that are checked, and the level: -O2 where it is the
# vectorisers that are checked. A family that is known to grow faster than n log n has the power of n
# in its last column: it is checked to grow no faster than that, and once it grows like n log n the
# check fails until the number is None here.
MOST, NOISE = 1.3, 0.05
FAMILIES = [
    (statements, (125, 250, 500, 1000, 2000), (100, 400), "-O1", None),
    (branches, (250, 500, 1000, 2000), (100, 400), "-O1", None),
    (functions, (10, 100, 300, 1000), (15, 60), "-O1", None),
    (nests, (8, 15, 30, 60), (8, 32), "-O1", None),
    (depth, (8, 15, 30, 60), (8, 32), "-O1", None),
    (objects, (50, 100, 200, 400), (40, 160), "-O1", 1.5),
    (calls, (125, 250, 500, 1000), (150, 600), "-O1", 1.25),
    (values, (25, 50, 100, 200), (40, 160), "-O2", None),
]


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


class Program:
    def __init__(self, arguments, folder, family, size, level):
        self.seconds = math.inf
        name = os.path.join(folder, f"{family.__name__}{size}")
        with open(name + ".c", "w") as file:
            file.write(family(size))
        subprocess.run([arguments.clang, "-O2", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c",
                        name + ".c", "-o", name + ".bc"], check=True)
        self.command = [arguments.adcc, level, name + ".bc", "-o", name + ".o"]

    def measure(self):
        self.seconds = min(self.seconds, processor_seconds(self.command))

    def instructions(self):
        counting = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        done = subprocess.run(counting + self.command, capture_output=True, text=True)
        counted = re.search(r"I +refs: +([0-9,]+)", done.stderr)
        if done.returncode or not counted:
            sys.exit(f"{' '.join(counting + self.command)} failed:\n{done.stderr}")
        return int(counted.group(1).replace(",", ""))


def limit(sizes):
    """The power of n that n log n has between two sizes; MOST where they are small."""
    less, more = sizes
    return min(MOST, 1 + math.log(math.log(more) / math.log(less)) / math.log(more / less))


def verdict(power, sizes, known):
    """What is wrong with the growth, or None."""
    if known is None:
        return None if power <= limit(sizes) else "it grows faster than n log n"
    if power <= limit(sizes):
        return "it is mended: write None in place of its known power in FAMILIES"
    return None if power <= known + NOISE else "it grows faster than it did"


def check(arguments, folder):
    fine = True
    for family, _, sizes, level, known in FAMILIES:
        if arguments.families and family.__name__ not in arguments.families:
            continue
        counts = [Program(arguments, folder, family, size, level).instructions() for size in sizes]
        power = math.log(counts[1] / counts[0]) / math.log(sizes[1] / sizes[0])
        fault = verdict(power, sizes, known)
        counted = ", ".join(f"{count / 1e9:.3f}" for count in counts)
        print(f"{family.__name__} {sizes}: {counted} thousand million instructions, "
              f"n to the {power:.2f}, at most {known + NOISE if known else limit(sizes):.2f}" +
              (f": {fault}" if fault else ""), flush=True)
        fine = fine and not fault
    return fine


def print_table(arguments, folder):
    print("| family | size | time | a unit of it |\n|---|---:|---:|---:|")
    for family, sizes, _, level, _ in FAMILIES:
        if arguments.families and family.__name__ not in arguments.families:
            continue
        programs = [Program(arguments, folder, family, size, level) for size in sizes]
        for _ in range(arguments.repetitions):
            for program in programs:
                program.measure()
        for size, program in zip(sizes, programs):
            print(f"| {family.__name__} | {size} | {program.seconds:.2f} s | "
                  f"{1e3 * program.seconds / size:.2f} ms |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("families", nargs="*", metavar="FAMILY")
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
