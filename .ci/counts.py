#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Counts what the hot paths cost, and compares with what they may cost.

Times differ from machine to machine; counts do not. Each case of the benchmark runs once under
callgrind: the instructions of its timed part, and the allocations and steps of SQLite's statements of the
whole process (callgrind counts calls throughout: making the data and checking it are among them), per
object, compared with Benchmarks/Thresholds, with five per cent of slack. Nothing that is counted depends
on how long it takes: .ci/still-clock.c stops the one clock that would make the program do more.

    .ci/counts.py            compares, and fails when a count has grown
    .ci/counts.py --update   writes the counts of today as the new thresholds
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
THRESHOLDS = ROOT / "Benchmarks/Thresholds/6.3/counts.json"
SLACK = 1.05
OBJECTS = 2_000
# Store, case, and how many objects or operations the case's timed part is about.
CASES = [
    (store, case, count)
    for store in ["SQLite", "LMDB"]
    for case, count in [("1a", OBJECTS), ("2", OBJECTS), ("4", 100_000), ("8a", 2_000)]
] + [("In-memory", "1a", OBJECTS), ("SQLite", "3", 1_000), ("SQLite", "6", OBJECTS)]
ALLOCATIONS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"}


def calls(profile: Path, names: set[str]) -> int:
    """How often functions were called, by the call records of a callgrind file."""
    known: dict[str, str] = {}
    total, callee = 0, ""
    for line in profile.read_text(errors="replace").splitlines():
        if line.startswith(("fn=", "cfn=")):
            match = re.match(r"c?fn=\((\d+)\)(?: (.*))?$", line)
            if match and match[2]:
                known[match[1]] = re.sub(r"'\d+$", "", match[2])
            if match and line.startswith("c"):
                callee = known.get(match[1], "")
        elif line.startswith("calls=") and callee in names:
            total += int(line[6:].split()[0])
    return total


def instructions(profile: Path) -> int:
    for line in profile.read_text(errors="replace").splitlines():
        if line.startswith(("totals:", "summary:")):
            return int(line.split()[1])
    raise SystemExit(f"{profile}: no totals")


def still_clock(folder: Path) -> Path:
    library = folder / "still-clock.so"
    source = ROOT / ".ci/still-clock.c"
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return library


def measure(
    binary: Path, folder: Path, clock: Path, store: str, case: str, count: int
) -> dict[str, float]:
    stores = folder / store
    stores.mkdir(exist_ok=True)
    run = [str(binary), "profile", "--system", "Core Data", "--store", store, "--case", case]
    run += ["--n", str(OBJECTS), "--repeat", "1"]
    run += ["--dir", str(stores)]
    if case == "2":
        # The store that the other cases start from is made outside the count.
        subprocess.run(run, check=True, capture_output=True)
    profile = folder / f"{store}-{case}.callgrind"
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", LD_PRELOAD=str(clock))
    command = ["valgrind", "--tool=callgrind", "--collect-atstart=no"]
    command += ["--toggle-collect=*timedPart*", f"--callgrind-out-file={profile}"]
    done = subprocess.run(command + run, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise SystemExit(f"{store} {case}: {done.stderr[-2000:]}")
    return {
        "instructions": round(instructions(profile) / count),
        "allocations": round(calls(profile, ALLOCATIONS) / count, 2),
        "statements": round(calls(profile, {"sqlite3_step"}) / count, 3),
    }


def build() -> Path:
    package = ["--package-path", str(ROOT / "Benchmarks"), "-c", "release"]
    package += ["--product", "CoreDataBenchmarks"]
    subprocess.run(["swift", "build", *package], check=True)
    shown = subprocess.run(
        ["swift", "build", *package, "--show-bin-path"],
        check=True, capture_output=True, text=True,
    )
    return Path(shown.stdout.strip()) / "CoreDataBenchmarks"


def main() -> None:
    binary = Path(os.environ.get("BENCHMARKS") or build())
    limits = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {}
    found, grown = {}, []
    with tempfile.TemporaryDirectory() as folder:
        clock = still_clock(Path(folder))
        for store, case, count in CASES:
            name = f"{store} {case}"
            found[name] = counts = measure(
                binary, Path(folder), clock, store, case, count)
            for what, value in counts.items():
                limit = limits.get(name, {}).get(what)
                mark = ""
                if limit is not None and value > limit * SLACK + 0.01:
                    grown.append(f"{name}: {value} {what}, at most {limit} are allowed")
                    mark = "  GROWN"
                print(f"{name:14} {what:13} {value:>12} {'' if limit is None else limit:>12}{mark}")
    if "--update" in sys.argv[1:]:
        THRESHOLDS.parent.mkdir(parents=True, exist_ok=True)
        THRESHOLDS.write_text(json.dumps(found, indent=2) + "\n")
    elif grown:
        raise SystemExit("Counts have grown:\n" + "\n".join(grown))


if __name__ == "__main__":
    main()
