#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Checks every Swift source for its header, its length, and what has no place in it."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = [
    "// SPDX-License-Identifier: MIT",
    "// SPDX-FileCopyrightText: The OpenCoreData contributors",
]
LIMIT = 400
# Their overridable members must stand in the class body.
FACADES = {"NSManagedObject.swift": 500, "NSManagedObjectContext.swift": 500}
# In library sources only: tests may force what they have just checked.
BANNED = [
    (re.compile(r"\btry!"), "try!"),
    (re.compile(r"\bas! "), "as!"),
    (re.compile(r"\b(?:TODO|FIXME|XXX)\b"), "an unfinished word"),
]
CAST_MARK = "audited cast"


def problems_of(path):
    lines = path.read_text().splitlines()
    body = lines[1:] if lines and lines[0].startswith("// swift-tools-version") else lines
    if body[:2] != HEADER:
        yield 1, "the two-line licence header is missing"
    limit = FACADES.get(path.name, LIMIT)
    if len(lines) > limit:
        yield len(lines), f"{len(lines)} lines; the limit is {limit}"
    if path.parts[len(ROOT.parts)] != "Sources":
        return
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        for pattern, name in BANNED:
            if pattern.search(line if "word" in name else code):
                context = " ".join(lines[max(0, number - 3):number])
                if name == "as!" and CAST_MARK in context:
                    continue
                yield number, f"{name} does not belong here"


def main():
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard",
         "*.swift"], check=True, capture_output=True, text=True).stdout.split("\n")
    failed = False
    for name in sorted(filter(None, listed)):
        path = ROOT / name
        if not path.exists():
            continue
        for number, problem in problems_of(path):
            print(f"{name}:{number}: {problem}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
