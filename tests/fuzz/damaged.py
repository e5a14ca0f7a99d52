#!/usr/bin/env python3
"""Damaged input: bitcode in which single bits are flipped, or of which the end is missing.

  tests/fuzz/damaged.py FIRST COUNT [PROGRAM...]

Whatever it has become, adcc derives what it asks for, or says what is wrong with it, exits with 1 and
leaves no output. What LLVM's reader crashes on is such an error, too; any other crash is a failure.
Environment: ADCC, CLANG as for tests/run.sh.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent.parent
ADCC = os.environ.get("ADCC", str(TESTS / "../build/release/adcc"))
CLANG = os.environ.get("CLANG", "clang-22")
PROGRAMS = ["memory_list.c", "loop_triangular.c", "call_pointer_table.c", "interface_split.c"]


def compile_program(path, output):
    subprocess.run([CLANG, "-O1", "-w", "-emit-llvm", "-c", f"-I{TESTS}", f"-I{TESTS}/../include",
                    str(path), "-o", str(output)], check=True)
    return output.read_bytes()


def damage(bitcode, seed):
    draw = random.Random(seed)
    damaged = bytearray(bitcode)
    for _ in range(draw.choice([1, 1, 2, 8])):
        place = draw.randrange(len(damaged))
        damaged[place] ^= 1 << draw.randrange(8)
    return damaged[:draw.randrange(len(damaged))] if draw.random() < 0.1 else damaged


def complaint(bitcode, work):
    """What is wrong with adcc's answer, or None."""
    source, output = work / "damaged.bc", work / "derived.bc"
    source.write_bytes(bitcode)
    output.unlink(missing_ok=True)
    try:
        done = subprocess.run([ADCC, str(source), "-O1", "--emit=bc", "-o", str(output)], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "no answer within two minutes"
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}: {said[-300:]}"
    if done.returncode == 1 and "error:" not in said:
        return f"exit status 1 without an error: {said[-300:]}"
    if "has crashed" in said or "internal error" in said:
        return said[-300:]
    if output.exists() != (done.returncode == 0):
        return "an output in spite of an error" if output.exists() else "no output"
    return None


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    programs = [TESTS / "run" / name for name in PROGRAMS]
    if len(sys.argv) > 3:
        programs = [pathlib.Path(name) for name in sys.argv[3:]]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        whole = [compile_program(program, work / "whole.bc") for program in programs]
        for seed in range(first, first + count):
            of = seed % len(programs)
            problem = complaint(damage(whole[of], seed), work)
            if problem:
                failed += 1
                print(f"FAIL {programs[of].name} seed {seed}: {problem}")
    print(f"{count - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
