#!/usr/bin/env python3
"""Compares the reverse derivatives that several builds of adcc make, on workloads of the benchmark.

  scripts/compare.py [--adcc PATH]... WORKLOAD[/SIZE]...

Each workload's primal, its hand-written derivative and those by each adcc (up to four; by default the
one of build/release) are called in turn in one process. A shared machine is a third faster at one
moment than at the next, and so are all of them: their ratio holds where separate runs tell nothing.
Both ratios of a line are to by hand: of the least times, and of the times that a quarter of the calls
took less than.
"""
import argparse
import os
import subprocess
import sys

import bench


BUILD = bench.ROOT / "build/compare"


def builder_for(options, adcc, folder):
    return bench.Builder(argparse.Namespace(adcc=adcc, clang=options.clang, build=str(folder),
                                            optimised=False))


def build_reverse(options, row, number, adcc):
    """The reverse derivative by one adcc, as reverse_NUMBER."""
    # one folder for each: what another adcc has made later is not out of date
    builder = builder_for(options, adcc, BUILD / os.path.abspath(adcc).replace("/", "_"))
    target = builder.build_derivative(row, "", "reverse", [])
    if not target:
        sys.exit(f"compare: {adcc}: {next(iter(builder.problems.values()))}")
    renamed = target.with_suffix(f".{number}.o")
    builder.must("objcopy", f"--redefine-sym={row['name']}_reverse=reverse_{number}", target, renamed)
    return renamed


def compare(options, row, size):
    objects = [build_reverse(options, row, i, adcc) for i, adcc in enumerate(options.adcc)]
    builder = builder_for(options, options.adcc[0], BUILD)
    objects.append(builder.build_native(row))
    binary = builder.directory / row["name"]
    builder.must(options.clang, *bench.WARNINGS, "-O2", f"-DWORKLOAD=workload_{row['name']}",
                 bench.BENCH / "compare.c", bench.BENCH / "harness.c", *objects, options.runtime,
                 "-lpthread", "-lm", "-o", binary)
    said = subprocess.run([str(binary), str(size), str(options.seconds)], capture_output=True,
                          text=True, check=True).stdout
    times = {name: (float(least), float(quarter))
             for name, least, quarter in map(str.split, said.splitlines())}
    print(f"{row['name']}{f'/{size}' if size else ''}: primal {times['primal'][0]:.1f} µs, "
          f"by hand {times['by_hand'][0]:.1f} µs")
    for number, adcc in enumerate(options.adcc):
        least, quarter = times[f"reverse_{number}"]
        print(f"  {adcc}: {least:.1f} µs, {least / times['by_hand'][0]:.3f} of by hand, "
              f"{quarter / times['by_hand'][1]:.3f} at a quarter", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workloads", nargs="+", metavar="WORKLOAD[/SIZE]")
    parser.add_argument("--adcc", action="append", help="a build of adcc; up to four times")
    parser.add_argument("--runtime", default=os.environ.get("RUNTIME"))
    parser.add_argument("--clang", default=os.environ.get("CLANG", "clang-22"))
    parser.add_argument("--seconds", type=float, default=5, help="for each workload")
    options = parser.parse_args()
    options.adcc = options.adcc or [os.environ.get("ADCC", str(bench.ROOT / "build/release/adcc"))]
    for adcc in options.adcc:
        if not os.access(adcc, os.X_OK):
            sys.exit(f"compare: no adcc at '{adcc}'")
    if len(options.adcc) > 4:
        sys.exit("compare: more than four builds")
    options.runtime = bench.find_runtime(options.runtime)
    rows = {row["name"]: row for row in bench.read_rows()}
    for asked in options.workloads:
        name, _, size = asked.partition("/")
        if name not in rows or not (size or "0").isdigit():
            sys.exit(f"compare: no workload '{asked}'; bench/workloads.def has them")
        compare(options, rows[name], int(size or 0))


if __name__ == "__main__":
    main()
