#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Compares docs/compatibility.tsv with the public symbols of the built library, both ways.

    .ci/api-ledger.py [--bin-path FOLDER] [--update]

Needs a build of the target CoreData, debug or release. Complains about symbols without a row, rows
without a symbol unless they are `absent`, statuses that do not exist, tests that do not exist, and additions that nobody
described. `--update` adds the missing rows with the status `new`, which has to be replaced by a
judgement, and removes the stale ones.

A row is: symbol, status, test, note; separated by tabs, sorted by symbol. Overloads that differ
in types only share a row. A test is FILE/function below Tests, or `-`.

What is absent goes into a source of the tool, for `coredata port`; `--update` writes that too.
"""

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import symbolgraphs

ROOT = symbolgraphs.ROOT
LEDGER = ROOT / "docs" / "compatibility.tsv"
ABSENT = ROOT / "Sources" / "SourcePorting" / "Remaining" / "AbsentSymbols+Table.swift"
MODULES = ["CoreData", "PredicateLanguage", "UndoManagement"]
STATUSES = {
    "complete": "as on Apple's platforms",
    "partial": "with the differences that the note names",
    "addition": "not in Apple's framework",
    "absent": "in Apple's framework, not here; the note says why",
}
HEADER = "symbol\tstatus\ttest\tnote"


def symbols(bin_path):
    """The paths of all public symbols that are declared here, not synthesised."""
    found = set()
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            symbolgraphs.extract(module, folder, bin_path)
        for file in Path(folder).glob("*.symbols.json"):
            for symbol in json.loads(file.read_text())["symbols"]:
                if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
                    found.add(".".join(symbol["pathComponents"]))
    return found


def rows():
    lines = LEDGER.read_text().splitlines() if LEDGER.exists() else [HEADER]
    if lines[0] != HEADER:
        sys.exit(f"{LEDGER.name}: the first line must be: {HEADER}")
    table = {}
    for number, line in enumerate(lines[1:], 2):
        fields = line.split("\t")
        if len(fields) != 4 or fields[0] in table:
            sys.exit(f"{LEDGER.name}:{number}: not four fields, or a symbol twice")
        table[fields[0]] = fields[1:]
    return table


def write(table):
    lines = [HEADER] + ["\t".join([symbol, *table[symbol]]) for symbol in sorted(table)]
    LEDGER.write_text("\n".join(lines) + "\n")


def base_name(symbol):
    """`destroyPersistentStore` of NSPersistentStoreCoordinator.destroyPersistentStore(at:type:)"""
    return symbol.split("(")[0].split(".")[-1]


def absent_source(table):
    """The source that tells the tool which symbols are absent: those that a name tells apart."""
    absent = {symbol: row[2] for symbol, row in table.items() if row[0] == "absent"}
    present = {base_name(symbol) for symbol, row in table.items() if row[0] != "absent"}
    named = {}
    for symbol, note in sorted(absent.items()):
        owner, name = symbol.split(".")[0], base_name(symbol)
        if name == symbol:
            named[symbol] = note
        elif owner not in absent and name not in present and name != "init":
            named.setdefault("." + name, note)
    lines = [f"    {name}\t{note}".replace("\\", "\\\\") for name, note in named.items()]
    return "\n".join([
        "// SPDX-License-Identifier: MIT",
        "// SPDX-FileCopyrightText: The OpenCoreData contributors", "",
        "// Written by .ci/api-ledger.py --update from docs/compatibility.tsv.", "",
        "extension AbsentSymbols {",
        "  /// A name and a note on each line, with a tab between; names of members begin with a dot.",
        '  static let table = """', *lines, '    """', "}", ""])


def tests():
    """Every test as FILE/function."""
    pattern = re.compile(r"\bfunc (`[^`]+`|\w+)")
    return {
        f"{path.stem}/{name.strip('`')}"
        for path in (ROOT / "Tests").rglob("*.swift")
        for name in pattern.findall(path.read_text())}


def problems(table, public):
    known = tests()
    for symbol in sorted(public - table.keys()):
        yield f"{symbol}: public, but not in the ledger"
    absent = {symbol for symbol, row in table.items() if row[0] == "absent"}
    for symbol in sorted(table.keys() - public - absent):
        yield f"{symbol}: in the ledger, but not public any more"
    for symbol in sorted(absent & public):
        yield f"{symbol}: absent in the ledger, but public"
    for symbol, (status, test, note) in sorted(table.items()):
        if status not in STATUSES:
            yield f"{symbol}: the status '{status}' is none of {', '.join(STATUSES)}"
        if test != "-" and test not in known:
            yield f"{symbol}: there is no test {test}"
        if status in ("partial", "addition", "absent") and not note:
            yield f"{symbol}: {status}, without a note that says how"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin-path", type=Path, help="the build's folder; asked of swift build")
    parser.add_argument("--update", action="store_true", help="add new rows, remove stale ones")
    options = parser.parse_args()
    public = symbols(options.bin_path or symbolgraphs.bin_path())
    table = rows()
    if options.update:
        absent = {symbol: row for symbol, row in table.items() if row[0] == "absent"}
        table = absent | {symbol: table.get(symbol, ["new", "-", ""]) for symbol in public}
        write(table)
        ABSENT.write_text(absent_source(table))
    found = list(problems(table, public))
    if ABSENT.read_text() != absent_source(table):
        found.append(f"{ABSENT.relative_to(ROOT)}: not what the ledger says; run with --update")
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    counts = Counter(status for status, _, _ in table.values())
    tested = sum(test != "-" for _, test, _ in table.values())
    print(", ".join(f"{counts[status]} {status}" for status in STATUSES)
          + f"; {len(table)} symbols, {tested} with a test of their own")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
