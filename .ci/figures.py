#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Prints the figures of the house: sizes, circles, upward uses, habits.

    .ci/figures.py                      of this tree, after `swift build`
    .ci/figures.py --root TREE --store STORE --compiled-in FOLDER --order "Support Model …"
                                        of another tree whose sources were in FOLDER when compiled
"""

import argparse
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "index"))

import graph  # noqa: E402
import loading  # noqa: E402
import swifttext  # noqa: E402

STATE = ["flags", "row", "cells", "changed", "stamp", "key", "map"]
OWNERS = re.compile(r"Sources/CoreData/Objects/|NSManagedObject(\+\w+)?\.swift$")


def tracked(root, folder):
    names = subprocess.run(
        ["git", "-C", str(root), "ls-files", f"{folder}/**/*.swift", f"{folder}/*.swift"],
        check=True, capture_output=True, text=True).stdout.split("\n")
    return sorted({name for name in names if name and (root / name).exists()})


def sizes(root):
    for folder in ["Sources", "Sources/CoreData"]:
        names = tracked(root, folder)
        yield f"files of {folder}", len(names)
        yield f"lines of {folder}", sum(
            (root / name).read_text().count("\n") for name in names)
        folders = Counter(str(Path(name).parent) for name in names)
        largest, count = folders.most_common(1)[0]
        yield f"largest folder of {folder}", f"{count} ({largest})"
        yield f"folders of {folder} with more than 15 files", sum(
            1 for number in folders.values() if number > 15)


def habits(root):
    names = tracked(root, "Sources")
    owners, unlabelled, total, types = defaultdict(list), Counter(), 0, 0
    nouns = summaries = 0
    bare = Counter()
    for name in names:
        text = (root / name).read_text()
        code = swifttext.code_of(text)
        target = Path(name).parts[1]
        for function in swifttext.functions(code):
            total += 1
            unlabelled[target] += function.unlabelled >= 3 and not function.is_operator
        for kind, _ in swifttext.types(code):
            types += 1
            owners[kind].append(name)
        for _, line in swifttext.summaries(text):
            summaries += 1
            nouns += bool(re.match(r"(What|Whether)\b", line))
        bare[target] += sum(1 for _ in swifttext.undocumented(text))
    per_target = ", ".join(f"{target} {count}" for target, count in unlabelled.most_common() if count)
    yield "functions with three or more unlabelled parameters", (
        f"{sum(unlabelled.values())} of {total} ({per_target})")
    twice = sorted(kind for kind, places in owners.items() if len(places) > 1)
    yield "type names that exist more than once", f"{len(twice)} of {len(owners)} ({', '.join(twice)})"
    yield "doc comments that begin What or Whether", f"{nouns} of {summaries}"
    yield "public declarations without a doc comment", (
        f"{sum(bare.values())}, CoreData {bare['CoreData']}")


def tests(root):
    joined = total = 0
    for name in tracked(root, "Tests"):
        code = swifttext.code_of((root / name).read_text())
        for _, argument in swifttext.calls(code, "#expect"):
            total += 1
            joined += len(swifttext.parts(argument, "&&")) > 1
    yield "#expect(a && b)", f"{joined} of {total}"
    rows = [line.split("\t") for line in
            (root / "docs" / "compatibility.tsv").read_text().splitlines()[1:]]
    yield "ledger rows without a test", f"{sum(1 for row in rows if row[2] == '-')} of {len(rows)}"


def relations_of(index, order):
    edges = graph.file_graph(index)
    files = sum(1 for path in index.modules if path.startswith(graph.LIBRARY))
    biggest = graph.circles(edges)[:1] or [[]]
    yield "biggest circle of files in CoreData", f"{len(biggest[0])} of {files}"
    folders = graph.folder_graph(edges, graph.room)
    biggest = graph.circles(folders)[:1] or [[]]
    yield "biggest circle of rooms in CoreData", f"{len(biggest[0])} of {len(folders)}"
    found = graph.upward(index, order)
    yield "upward uses but for Apple's API", "{} symbols, {} uses".format(
        len({usr for symbols in found.values() for usr in symbols}),
        sum(len(places) for symbols in found.values() for places in symbols.values()))
    downward = graph.upward(index, order[::-1])
    yield "downward uses, likewise", "{} symbols".format(
        len({usr for symbols in downward.values() for usr in symbols}))
    writes = Counter()
    for use in index.uses:
        definition = index.definitions[use.usr]
        state = (definition.path.endswith("/NSManagedObject.swift")
                 or definition.path.startswith("Sources/CoreData/Objects/State/"))
        if (use.roles & loading.WRITE and definition.name in STATE and state
                and use.path.startswith("Sources/") and not OWNERS.search(use.path)):
            writes[definition.name] += 1
    yield "writes of an object's state outside Objects", "{} ({})".format(
        sum(writes.values()), ", ".join(f"{name} {count}" for name, count in writes.most_common()))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--root", type=Path, default=loading.ROOT)
    arguments.add_argument("--store", type=Path)
    arguments.add_argument("--compiled-in", type=Path)
    arguments.add_argument("--order", default=" ".join(graph.ROOMS))
    options = arguments.parse_args()
    store = options.store or loading.store_of(options.root)
    index = loading.load(store, options.root, options.compiled_in)
    print("| figure | value |\n|---|---|")
    for rows in (sizes(options.root), relations_of(index, options.order.split()),
                 habits(options.root), tests(options.root)):
        for name, value in rows:
            print(f"| {name} | {value} |", flush=True)


if __name__ == "__main__":
    main()
