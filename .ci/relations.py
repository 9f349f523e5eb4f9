#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Checks the relations inside the package that the compiler does not check.

After a debug build (`swift build --build-tests`), by the index that it leaves:

1. A room of Sources/CoreData uses those before it (`ROOMS` in .ci/index/graph.py), members and
   extensions included. Apple's NS… classes and their public members may be named anywhere: they
   form a circle. What else runs upwards is counted for each pair of rooms.
2. The largest circle of files, and of rooms, grows no larger.
3. A definition is used; by more than tests, unless it says so in the list.
4. A file lives in the room that it has most to do with.
5. Only Container/StoreAssembly.swift imports a store.
6. FileStores is written as a client's store would be: on the public interface, but for what makes
   errors, decodes archives, parses XML, looks into property lists and names temporary files.

.ci/relations.tsv says what there is still, and why. Its numbers only go down: --lower writes those of
today. --list prints every use that runs upwards.
"""

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "index"))

import graph  # noqa: E402
import loading  # noqa: E402
import unused  # noqa: E402

BASELINE = loading.ROOT / ".ci" / "relations.tsv"
STORES = {"StoreMemory", "StoreSQLite", "StoreLMDB"}
ASSEMBLY = "Sources/CoreData/Container/StoreAssembly.swift"
# The room that is written as clients' stores are, what it may use all the same, and import.
CLIENT_ROOM = "FileStores"
CLIENT_USES = {"CocoaError", "ErrorBuilder", "KeyedArchive", "Log", "TemporaryFile", "ModelArchiver"}
CLIENT_IMPORTS = {"KeyedArchives", "XMLParsing", "Foundation"}
IMPORT = re.compile(
    r"^\s*(?:@\w+ )?(?:public |package |internal )?import (?:(?:class|struct|enum|func) )?(\w+)",
    re.M)


def baseline():
    """The rows of the list: (rule, subject) with the number, and the line that it stands on."""
    rows = {}
    for position, line in enumerate(BASELINE.read_text().splitlines()):
        if line and not line.startswith("#"):
            rule, subject, number, *_ = line.split("\t")
            rows[rule, subject] = (int(number), position)
    return rows


def owner_name(index, usr):
    return index.names.get(index.owner(usr), usr)


def described(index, usr):
    definition = index.definitions[usr]
    owner = owner_name(index, usr)
    return definition.name if owner == definition.name else f"{owner}.{definition.name}"


def imports():
    folder = loading.ROOT / graph.LIBRARY
    for path in sorted(folder.rglob("*.swift")):
        name = str(path.relative_to(loading.ROOT))
        if graph.room(name) not in graph.ROOMS:
            yield f"{name}: the folder is not in the list of rooms"
        for module in IMPORT.findall(path.read_text()):
            if module in STORES and name != ASSEMBLY:
                yield f"{name}: imports {module}; only {ASSEMBLY} may"
            if graph.room(name) == CLIENT_ROOM and module not in CLIENT_IMPORTS:
                yield f"{name}: imports {module}; {CLIENT_ROOM} may not"


def client_uses(index):
    for use in index.uses:
        other = graph.room(index.definitions[use.usr].path)
        if (graph.room(use.path) == CLIENT_ROOM and other not in (None, CLIENT_ROOM)
                and owner_name(index, use.usr) not in CLIENT_USES
                and not graph.is_public(index, use.usr)):
            yield (f"{use.path}:{use.line}: uses {described(index, use.usr)} of {other}; "
                   f"{CLIENT_ROOM} uses the public interface only")


def upward(index):
    for (here, there), symbols in graph.upward(index, graph.ROOMS).items():
        yield ("upward", f"{here} > {there}"), [
            f"{path}:{line}: {here} uses {described(index, usr)} of {there}, which comes later"
            for usr, places in symbols.items() for path, line in sorted(places)]


def circles(index):
    edges = graph.file_graph(index)
    for name, nodes in (("files", edges), ("rooms", graph.folder_graph(edges, graph.room))):
        largest = (graph.circles(nodes) or [[]])[0]
        yield ("circle", name), [f"{node} is in the largest circle of {name}" for node in largest]


def definitions(index):
    benchmarks = (loading.ROOT / "Benchmarks" / "Sources").rglob("*.swift")
    dead, untested = unused.unused(index, [path.read_text() for path in benchmarks])
    for rule, found, problem in (
            ("unused", dead, "nothing uses"), ("tests-only", untested, "only tests use")):
        for definition in found:
            name = described(index, definition.usr)
            yield (rule, name), [f"{definition.path}:{definition.line}: {problem} {name}"]


def places(index):
    for file, room, before, after in graph.misplaced(index, graph.ROOMS):
        name = Path(file).name
        yield ("misplaced", name), [
            f"{file}: {room} would suit it better: {after} uses run upwards there, {before} here"]


def found(index):
    """What each rule finds: {(rule, subject): complaints}."""
    result = {}
    for rule in (upward, circles, definitions, places):
        for key, complaints in rule(index):
            result.setdefault(key, []).extend(complaints)
    return result


def near(complaints):
    """Those in files that differ from the common branch, if there are any."""
    changed = set(subprocess.run(
        ["git", "-C", str(loading.ROOT), "diff", "--name-only", "origin/main"],
        capture_output=True, text=True).stdout.split("\n"))
    return [line for line in complaints if line.split(":")[0] in changed] or complaints


def exceeded(result, allowed):
    for (rule, subject), complaints in sorted(result.items()):
        limit = allowed.get((rule, subject), (0, 0))[0]
        if len(complaints) <= limit:
            continue
        if limit:
            yield f".ci/relations.tsv: {rule} {subject}: {len(complaints)}, allowed {limit}:"
        yield from near(complaints)[:20]


def lower(result, allowed):
    """Writes the numbers of today, those of rows that are not there any more taken out."""
    lines = BASELINE.read_text().splitlines()
    for key, (limit, position) in allowed.items():
        number = min(limit, len(result.get(key, [])))
        fields = lines[position].split("\t")
        lines[position] = "\t".join([*fields[:2], str(number), *fields[3:]]) if number else None
    BASELINE.write_text("\n".join(line for line in lines if line is not None) + "\n")


def main():
    index = loading.load(loading.store_of())
    loading.check_is_fresh(index)
    result = found(index)
    allowed = baseline()
    if "--list" in sys.argv:
        print(*(line for key in sorted(result) for line in result[key]), sep="\n")
        return 0
    if "--lower" in sys.argv:
        lower(result, allowed)
        return 0
    problems = [*imports(), *sorted(set(client_uses(index))), *exceeded(result, allowed)]
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
