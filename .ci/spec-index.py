#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Writes docs/spec/index.md: for each public type the requirements that speak of it, with their lines.

    .ci/spec-index.py [--check]

A requirement speaks of a type if its text, or the heading that it stands under, names the type or a
member that no other type has, in code. The types and members are those of docs/compatibility.tsv.
`--check` writes nothing, and fails when the index is not current.
"""

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "docs" / "spec"
INDEX = SPEC / "index.md"
STATED = re.compile(r"^\s*(?:[-*|>]\s*)?(?:\*\*)?(R-(?:CTX|PSC|MOD|PRED|REQ)-\d+[a-z]?)\b")
CODE = re.compile(r"`([^`]+)`")
WORD = re.compile(r"[A-Za-z_]\w*")
INTRODUCTION = """\
# The requirements by type

Written by `.ci/spec-index.py`; do not edit. A requirement stands under each type that its text or its
heading names, and under the type of a member that no other type has. Types that no requirement names
are left out.
"""


def symbols():
    """The types that have members, and the type of each member that only one type has."""
    owners = defaultdict(set)
    for line in (ROOT / "docs" / "compatibility.tsv").read_text().splitlines()[1:]:
        symbol = line.split("\t")[0]
        parts = symbol.split("(")[0].split(".")
        if len(parts) > 1:
            owners[parts[-1]].add(parts[0])
    types = set().union(*owners.values())
    # Short words are names of other things too.
    members = {name: next(iter(found)) for name, found in owners.items()
               if len(found) == 1 and len(name) > 7}
    return types, members


def types_in(text, types, members, is_heading=False):
    found = set()
    for code in [text] if is_heading else CODE.findall(text):
        for word in WORD.findall(code):
            if word in types:
                found.add(word)
            elif not is_heading and word in members:
                found.add(members[word])
    return found


def requirements(types, members):
    """Each requirement's number, file, line and types; a heading ends what an earlier one says."""
    for part in sorted(SPEC.glob("[0-9]*.md")):
        headings, current, found = {}, None, set()
        for number, line in enumerate(part.read_text().splitlines() + ["#"], 1):
            match = STATED.match(line)
            heading = re.match(r"(#+)", line)
            if current and (match or heading):
                yield *current, found
                current = None
            if heading:
                level = len(heading[1])
                headings = {key: value for key, value in headings.items() if key < level}
                headings[level] = types_in(line, types, members, is_heading=True)
            if match:
                current, found = (match[1], part.name, number), set().union(*headings.values())
            if current:
                found |= types_in(line, types, members)


def index():
    types, members = symbols()
    by_type, seen, total = defaultdict(list), Counter(), 0
    for name, part, line, found in requirements(types, members):
        seen[name] += 1
        if seen[name] > 1:
            continue
        total += 1
        for kind in found:
            by_type[kind].append(f"[{name[2:]}]({part}?plain=1#L{line})")
    text = INTRODUCTION
    for kind in sorted(by_type, key=str.lower):
        text += f"\n## {kind}\n\n" + " · ".join(by_type[kind]) + "\n"
    return text, len(by_type), total


def main():
    text, kinds, total = index()
    if "--check" in sys.argv[1:]:
        if not INDEX.exists() or INDEX.read_text() != text:
            sys.exit("docs/spec/index.md is not current: run .ci/spec-index.py")
    else:
        INDEX.write_text(text)
    print(f"{kinds} types, {total} requirements")


if __name__ == "__main__":
    main()
