#!/usr/bin/env python3
"""Builds and runs the benchmark: prints one table, writes bench/RESULTS.md and bench/results.svg.

Every workload of bench/workloads.def is compiled by clang (primal and hand-written derivative)
and through adcc (its derivatives, once as usual and once with --no-preopt), all with the same
flags, into one binary. Each workload is then measured in a process of its own, so that one that
crashes or hangs is reported as such and the others still count.

  scripts/bench.py                  everything, and the files are written
  scripts/bench.py --only gpt2      workloads whose name matches; the files are left alone
  scripts/bench.py --check          verify the derivatives instead of measuring
"""
import argparse
import concurrent.futures
import datetime
import json
import math
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
FLAGS = ["-O3", "-ffast-math", "-march=native"]
MACHINE_FLAGS = ["-O3", "-march=native", "-ffp-contract=fast"]  # nothing may be reassociated away
ADCC_FLAGS = ["-O3", "-march=native"]
WARNINGS = ["-std=gnu11", "-Wall", "-Wextra", "-Werror"]
MODES = ["primal", "by_hand", "reverse", "forward", "nopreopt"]
COMPILE_LIMIT, RUN_LIMIT = 300, 600  # seconds


def read_rows():
    """The rows of workloads.def: name, file, group, flags."""
    text = re.sub(r"/\*.*?\*/", "", (BENCH / "workloads.def").read_text(), flags=re.S)
    rows = re.findall(r'WORKLOAD\((\w+),\s*"([^"]+)",\s*"([^"]+)",\s*"([^"]*)"\)', text)
    return [dict(name=n, file=f, group=g, flags=x.split()) for n, f, g, x in rows]


def find_runtime(given):
    candidates = [given] if given else [ROOT / "build/release/libadcc_rt.a",
                                        ROOT / "build/release/runtime/libadcc_rt.a"]
    for path in candidates:
        if path and pathlib.Path(path).exists():
            return str(path)
    sys.exit("bench: no libadcc_rt.a; build it, or set RUNTIME=PATH")


class Builder:
    def __init__(self, options):
        self.options = options
        self.directory = pathlib.Path(options.build)
        self.directory.mkdir(parents=True, exist_ok=True)
        self.problems = {}  # workload: what adcc said
        self.compile_seconds = {}
        sources = [*BENCH.glob("*.h"), *(BENCH / "workloads").glob("*"),
                   ROOT / "include/adcc/adcc.h", *(ROOT / "examples/gpt2").glob("*.[ch]"),
                   pathlib.Path(__file__)]
        self.source_time = max(path.stat().st_mtime for path in sources)
        self.adcc_time = pathlib.Path(options.adcc).stat().st_mtime

    def stale(self, target, *times):
        return not target.exists() or target.stat().st_mtime < max(times)

    def run(self, *command, limit=COMPILE_LIMIT):
        """None when the command succeeds, else what it said."""
        try:
            done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                                  timeout=limit)
        except subprocess.TimeoutExpired:
            return f"no result after {limit} s"
        if done.returncode == 0:
            return None
        text = (done.stderr + done.stdout).strip()
        return text or f"stopped with code {done.returncode}"

    def must(self, *command):
        problem = self.run(*command)
        if problem:
            sys.exit(f"bench: {' '.join(str(c) for c in command)}\n{problem}")

    def keep_only(self, target, *symbols):
        """Workloads share layer functions by including them; hide all but their entries."""
        self.must("objcopy", *[f"--keep-global-symbol={s}" for s in symbols], target)

    def build_native(self, row):
        target = self.directory / f"{row['name']}.native.o"
        if self.stale(target, self.source_time):
            self.must(self.options.clang, *WARNINGS, *FLAGS, *row["flags"], f"-DNAME={row['name']}",
                      "-c", BENCH / "workloads" / row["file"], "-o", target)
            self.keep_only(target, f"workload_{row['name']}")
        return target

    def build_derivative(self, row, suffix, part, adcc_flags):
        """One object for one derivative: what adcc cannot do yet does not hide what it can."""
        other = "FORWARD" if part == "reverse" else "REVERSE"
        name = row["name"] + suffix
        stem = self.directory / f"{name}.{part}"
        target, failure = stem.with_name(stem.name + ".o"), stem.with_name(stem.name + ".failed")
        if not self.stale(target, self.source_time, self.adcc_time):
            return target
        if not self.stale(failure, self.source_time, self.adcc_time):
            self.problems[f"{name} {part}"] = failure.read_text()
            return None
        target.unlink(missing_ok=True)
        failure.unlink(missing_ok=True)
        bitcode = stem.with_name(stem.name + ".bc")
        passes = [] if self.options.optimised else ["-Xclang", "-disable-llvm-passes"]
        self.must(self.options.clang, *WARNINGS, *FLAGS, *row["flags"], f"-DNAME={name}",
                  "-DPART_ADCC", f"-DWITHOUT_{other}", "-I", ROOT / "include", "-gline-tables-only",
                  *passes, "-emit-llvm", "-c", BENCH / "workloads" / row["file"], "-o", bitcode)
        problem = self.run(self.options.adcc, *ADCC_FLAGS, *adcc_flags, bitcode, "-o", target)
        if problem:
            failure.write_text(problem)
            self.problems[f"{name} {part}"] = problem
            return None
        self.keep_only(target, f"{name}_{part}")
        return target

    def build(self, rows):
        jobs = []
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for row in rows:
                jobs.append(pool.submit(self.build_native, row))
                jobs.append(pool.submit(self.build_derivative, row, "", "reverse", []))
                jobs.append(pool.submit(self.build_derivative, row, "", "forward", []))
                if "nopreopt" in self.options.modes:
                    jobs.append(pool.submit(self.build_derivative, row, "_nopreopt", "reverse",
                                            ["--no-preopt"]))
            objects = [job.result() for job in jobs]
        binary = self.directory / "bench"
        selected = self.directory / "selected"
        selected.mkdir(exist_ok=True)
        lines = [f'WORKLOAD({r["name"]}, "{r["file"]}", "{r["group"]}", "{" ".join(r["flags"])}")\n'
                 for r in rows]
        (selected / "workloads.def").write_text("".join(lines))
        for source, flags in (("harness.c", ["-O2"]), ("verify.c", ["-O2"]),
                              ("machine.c", MACHINE_FLAGS)):
            target = self.directory / source.replace(".c", ".o")
            self.must(self.options.clang, *WARNINGS, *flags, "-c", BENCH / source, "-o", target)
            objects.append(target)
        # bench.cpp includes the rows that were built
        main = self.directory / "bench.o"
        self.must("c++", "-std=c++17", "-O2", "-Wall", "-Wextra",
                  f'-DWORKLOADS="{selected}/workloads.def"', "-I", ROOT / "include", "-c",
                  BENCH / "bench.cpp", "-o", main)
        self.must("c++", main, *[o for o in objects if o], self.options.runtime, "-lbenchmark", "-lpthread", "-lm", "-o", binary)
        return binary


def limit_memory(gigabytes):
    """A tape that outgrows the machine shall stop the workload, not the machine."""
    limit = int(gigabytes * 1e9)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def run_benchmark(binary, name, mode, seconds, repetitions, options):
    """The entries that Google Benchmark reports, or what went wrong."""
    command = [str(binary), f"--benchmark_filter=^{name}/[0-9]+/{mode}/", "--benchmark_format=json",
               f"--benchmark_min_time={seconds}", f"--benchmark_repetitions={repetitions}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=RUN_LIMIT,
                              preexec_fn=lambda: limit_memory(options.memory))
    except subprocess.TimeoutExpired:
        return [], f"no result after {RUN_LIMIT} s"
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        return [], f"stopped with code {done.returncode} {last}"
    try:
        entries = json.loads(done.stdout)["benchmarks"]
    except (ValueError, KeyError):
        return [], None  # nothing registered for this mode
    return [entry for entry in entries if entry.get("run_type") == "iteration"], None


def measure(binary, row, options):
    """size -> mode -> numbers; and a note for what did not finish."""
    results, notes = {}, []
    for mode in options.modes:
        # once quickly; where calls are short enough for noise to matter, again and longer
        entries, problem = run_benchmark(binary, row["name"], mode, 0.001, 1, options)
        if entries and max(entry["real_time"] for entry in entries) < 5e5:
            more, problem = run_benchmark(binary, row["name"], mode, options.seconds,
                                          options.repetitions, options)
            entries += more
        if problem:
            notes.append(f"{mode}: {problem}")
        for entry in entries:
            size = int(entry["name"].split("/")[1])
            best = results.setdefault(size, {}).get(mode)
            # the fastest repetition: noise only ever adds
            if best is None or entry["real_time"] < best["real_time"]:
                results[size][mode] = entry
    return results, notes


def ratio(modes, above, below):
    if above in modes and below in modes:
        return modes[above]["real_time"] / modes[below]["real_time"]
    return None


def number(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}"


def time_text(modes, mode):
    if mode not in modes:
        return "–"
    micro = modes[mode]["real_time"]
    return f"{micro:.3g} µs" if micro < 1e3 else f"{micro / 1e3:.3g} ms" if micro < 1e6 else \
        f"{micro / 1e6:.3g} s"


def bytes_text(value):
    for unit in ("B", "kB", "MB"):
        if value < 1000:
            return f"{value:.3g} {unit}"
        value /= 1000
    return f"{value:.3g} GB"


HEADINGS = ["workload", "size", "primal", "by hand", "adcc", "adcc / hand", "adcc / primal",
            "forward / primal", "no-preopt / adcc", "data", "tape", "tape / data", "peak memory"]


def table_row(name, size, modes):
    reverse = modes.get("reverse")
    some = reverse or modes.get("primal")
    return [name, str(size), time_text(modes, "primal"), time_text(modes, "by_hand"),
            time_text(modes, "reverse"), number(ratio(modes, "reverse", "by_hand")),
            number(ratio(modes, "reverse", "primal")), number(ratio(modes, "forward", "primal")),
            number(ratio(modes, "nopreopt", "reverse")),
            bytes_text(some["data"]) if some else "–",
            bytes_text(reverse["tape"]) if reverse else "–",
            number(reverse["tape"] / reverse["data"]) if reverse else "–",
            bytes_text(some["memory"]) if some else "–"]


def markdown(rows):
    lines = ["| " + " | ".join(HEADINGS) + " |",
             "|---|" + "---:|" * (len(HEADINGS) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def plain(rows):
    rows = [HEADINGS] + rows
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    return "\n".join("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                               for i, (cell, w) in enumerate(zip(row, widths))) for row in rows)


def geometric_mean(values):
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def summary(measured):
    """Geometric means by group."""
    lines = ["| group | adcc / hand | adcc / primal | forward / primal | no-preopt / adcc |",
             "|---|---:|---:|---:|---:|"]
    groups = {}
    for row, results in measured:
        kind = row["group"] + (", restrict" if row["name"].endswith("_restrict") else "")
        groups.setdefault(kind, []).extend(results.values())
    for group, entries in groups.items():
        means = [geometric_mean([ratio(m, a, b) for m in entries])
                 for a, b in (("reverse", "by_hand"), ("reverse", "primal"), ("forward", "primal"),
                              ("nopreopt", "reverse"))]
        lines.append(f"| {group} | " + " | ".join(number(m) for m in means) + " |")
    return "\n".join(lines)


def floors(measured, machine):
    """How near each side comes to what the machine allows."""
    lines = ["| workload | size | operations | bytes | floor | by hand | adcc |",
             "|---|---:|---:|---:|---:|---:|---:|"]
    for row, results in measured:
        for size, modes in sorted(results.items()):
            some = modes.get("by_hand")
            if not some:
                continue
            kind = "float_operations" if some["real_bytes"] == 4 else "double_operations"
            seconds = 2 * some["operations"] / machine[kind]
            if some["data"] > 32e6:  # beyond the last-level cache
                seconds = max(seconds, some["floor_bytes"] / machine["bytes"])
            micro = seconds * 1e6

            def share(mode):
                return f"{100 * micro / modes[mode]['real_time']:.0f} %" if mode in modes else "–"
            lines.append(f"| {row['name']} | {size} | {some['operations']:.3g} | "
                         f"{bytes_text(some['floor_bytes'])} | "
                         f"{time_text({'f': {'real_time': micro}}, 'f')} | {share('by_hand')} | "
                         f"{share('reverse')} |")
    return "\n".join(lines)


def chart(measured):
    """A bar for each workload: adcc's time over the hand-written one, on a logarithmic axis."""
    bars = [(f"{row['name']} {size}", ratio(modes, "reverse", "by_hand"))
            for row, results in measured for size, modes in results.items()]
    bars = [(name, value) for name, value in bars if value]
    if not bars:
        return None
    left, width, top, step = 250, 560, 56, 18
    low = min(0.25, *(v for _, v in bars))
    high = max(4.0, *(v for _, v in bars)) * 1.2
    height = top + step * len(bars) + 20

    def x(value):
        return left + math.log(value / low) / math.log(high / low) * width

    out = [f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {left + width + 70} {height}' "
           "font-family='sans-serif' font-size='11'>",
           "<rect width='100%' height='100%' fill='white'/>",
           "<text x='12' y='22' font-size='14'>Reverse mode: time of adcc / time of the hand-written "
           "derivative (less is better, logarithmic)</text>"]
    tick = 2.0 ** math.ceil(math.log2(low))
    while tick <= high:
        color = "#333" if tick == 1 else "#ddd"
        out.append(f"<line x1='{x(tick):.1f}' y1='{top - 6}' x2='{x(tick):.1f}' y2='{height - 14}' "
                   f"stroke='{color}'/><text x='{x(tick):.1f}' y='{top - 10}' text-anchor='middle'>"
                   f"{tick:g}</text>")
        tick *= 2
    for i, (name, value) in enumerate(bars):
        y = top + step * i
        begin, end = sorted((x(1), x(value)))
        color = "#2f7d4f" if value <= 1 else "#c0632b"
        out.append(f"<text x='{left - 8}' y='{y + 11}' text-anchor='end'>{name}</text>"
                   f"<rect x='{begin:.1f}' y='{y + 2}' width='{max(end - begin, 1):.1f}' height='12' "
                   f"fill='{color}'/><text x='{max(x(1), x(value)) + 5:.1f}' y='{y + 11}'>{value:.2f}"
                   "</text>")
    return "\n".join(out + ["</svg>", ""])


def machine():
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def first_line(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout.splitlines() or ["unknown"])[0].strip()


def write_results(measured, rows, notes, machine_rates, options):
    path = BENCH / "RESULTS.md"
    title = ("# What adcc's derivatives cost\n\nWritten by `scripts/bench.py`, newest first. Times are "
             "the fastest repetition, one thread. “By hand” is the primal with its hand-written "
             "backward pass; “adcc” is one call of the reverse-mode derivative, which runs the primal "
             "too. “Forward” carries one tangent. “Data” is the bytes of all buffers of the primal, "
             "“peak memory” that of the whole process with shadows.\n")
    old = path.read_text() if path.exists() else ""
    earlier = old[old.index("\n## "):] if "\n## " in old else ""
    stamp = datetime.datetime.now().strftime("%Y-%m-%d %H:%M")
    commit = first_line("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    section = [f"\n## {stamp}, {commit}\n", f"- Machine: {machine()}",
               f"- {first_line(options.clang, '--version')}",
               f"- Flags: `{' '.join(FLAGS)}`, adcc `{' '.join(ADCC_FLAGS)}`" +
               (f"\n- {options.note}\n" if options.note else "\n"),
               summary(measured) + "\n", markdown(rows),
               "\nThe floor: the primal's operations once more for the adjoint at "
               f"{machine_rates['float_operations'] / 1e9:.0f} (float) or "
               f"{machine_rates['double_operations'] / 1e9:.0f} (double) billion a second, and for data "
               "beyond the caches the bytes that any derivative must move at "
               f"{machine_rates['bytes'] / 1e9:.0f} GB/s, all measured here; then how near each side "
               "comes.\n", floors(measured, machine_rates)]
    if notes:
        section += ["\nNot measured:\n"] + [f"- {note}" for note in notes]
    picture = chart(measured)
    if picture:
        (BENCH / "results.svg").write_text(picture)
        section.insert(4, "![adcc over hand-written](results.svg)\n")
        earlier = earlier.replace("![adcc over hand-written](results.svg)\n\n", "")
    path.write_text(title + "\n".join(section) + "\n" + earlier)
    print(f"wrote {path} and {BENCH / 'results.svg'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adcc", default=os.environ.get("ADCC", str(ROOT / "build/release/adcc")))
    parser.add_argument("--runtime", default=os.environ.get("RUNTIME"))
    parser.add_argument("--clang", default=os.environ.get("CLANG", "clang-22"))
    parser.add_argument("--build", default=str(ROOT / "build/bench"))
    parser.add_argument("--only", help="a regular expression on the names of workloads")
    parser.add_argument("--modes", type=lambda text: text.split(","), default=MODES,
                        help="what to measure, of " + ",".join(MODES))
    parser.add_argument("--optimised", action="store_true",
                        help="give adcc what clang has vectorised and unrolled already")
    parser.add_argument("--check", action="store_true", help="verify the derivatives")
    parser.add_argument("--write", action="store_true", help="write the files even with --only")
    parser.add_argument("--note", help="a line about this run for the results")
    parser.add_argument("--seconds", type=float, default=0.2, help="least time of one repetition")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--memory", type=float, default=12, help="most gigabytes of one workload")
    parser.add_argument("--jobs", type=int, default=2, help="compilations at once")
    options = parser.parse_args()
    if not os.access(options.adcc, os.X_OK):
        sys.exit(f"bench: no adcc at '{options.adcc}'; build it, or set ADCC=PATH")
    options.runtime = find_runtime(options.runtime)

    rows = [row for row in read_rows() if not options.only or re.search(options.only, row["name"])]
    if not rows:
        sys.exit(f"bench: no workload matches '{options.only}'")
    builder = Builder(options)
    binary = builder.build(rows)
    notes = [f"{what}: {text.splitlines()[0]}" for what, text in sorted(builder.problems.items())]
    for note in notes:
        print(f"bench: {note}", file=sys.stderr)

    if options.check:
        failed = []
        for row in rows:
            if subprocess.run([str(binary), "--check", row["name"]]).returncode:
                failed.append(row["name"])
        print(f"{len(rows)} workloads checked, {len(failed)} failed" +
              (": " + " ".join(failed) if failed else ""))
        sys.exit(1 if failed or notes else 0)

    measured, table = [], []
    for i, row in enumerate(rows):
        print(f"[{i + 1}/{len(rows)}] {row['name']}", file=sys.stderr)
        results, said = measure(binary, row, options)
        notes += [f"{row['name']} {note}" for note in said]
        measured.append((row, results))
        table += [table_row(row["name"], size, modes) for size, modes in sorted(results.items())]
    print(plain(table))
    for note in notes:
        print("not measured:", note)
    if not options.only or options.write:
        rates = json.loads(subprocess.run([str(binary), "--machine"], capture_output=True,
                                          text=True, check=True).stdout)
        write_results(measured, table, notes, rates, options)


if __name__ == "__main__":
    main()
