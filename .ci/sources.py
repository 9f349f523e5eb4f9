#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Checks every Swift source for its header, its length, and what has no place in it.

Habits that are being broken are counted instead: .ci/ceilings.tsv says how often each may still
occur, and those numbers only go down. A rule without a ceiling allows none.

    .ci/sources.py             complains about what is above its ceiling
    .ci/sources.py --list RULE every place where a rule is broken
    .ci/sources.py --lower     writes the numbers of today where they are lower
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import swifttext

ROOT = Path(__file__).resolve().parent.parent
CEILINGS = ROOT / ".ci" / "ceilings.tsv"
HEADER = [
    "// SPDX-License-Identifier: MIT",
    "// SPDX-FileCopyrightText: The OpenCoreData contributors",
]
LIMIT = 400
# Their overridable members must stand in the class body.
FACADES = {"NSManagedObject.swift": 500, "NSManagedObjectContext.swift": 500}
FOLDER_LIMIT = 15
# In library sources only: tests may force what they have just checked.
BANNED = [
    (re.compile(r"\btry!"), "try!"),
    (re.compile(r"\bas! "), "as!"),
    (re.compile(r"\b(?:TODO|FIXME|XXX)\b"), "an unfinished word"),
]
CAST_MARK = "audited cast"
# What depends on how the compiler lays things out or names them lives in folders of this name.
RUNTIME = "Runtime"
TRICK = re.compile(r"\bunsafeBitCast\(|@_silgen_name\(|\b_typeByName\(|\bdlsym\(")
HOT = re.compile(r"//\s*hot:\s*\S")


def length(lines):
    """The number of lines, without those of examples in comments."""
    count, is_example = 0, False
    for line in lines:
        comment = line.strip()
        if comment.startswith("/// ```"):
            is_example = comment == "/// ```swift"
        elif not is_example:
            count += 1
    return count


def problems_of(name, lines):
    body = lines[1:] if lines and lines[0].startswith("// swift-tools-version") else lines
    if body[:2] != HEADER:
        yield 1, "the two-line licence header is missing"
    limit = FACADES.get(Path(name).name, LIMIT)
    if length(lines) > limit:
        yield len(lines), f"{length(lines)} lines; the limit is {limit}"
    if not name.startswith("Sources/"):
        return
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        for pattern, banned in BANNED:
            if pattern.search(line if "word" in banned else code):
                context = " ".join(lines[max(0, number - 3):number])
                if banned == "as!" and CAST_MARK in context:
                    continue
                yield number, f"{banned} does not belong here"


def above(lines, number):
    """The lines above a declaration that belong to it: comments and attributes."""
    number -= 2
    while number >= 0 and re.match(r"\s*(//|@|#if)", lines[number]):
        yield lines[number]
        number -= 1


def is_apples(name, function, code):
    """A signature that Apple has given: public, in a target of its API."""
    line = code.split("\n")[function.line - 1]
    return bool(re.search(r"\b(?:public|open|override)\b", line)) and bool(
        re.match(r"Sources/(CoreData|PredicateLanguage|UndoManagement|KeyedArchives)/", name))


def has_reason(lines, number):
    """If a comment stands on the line or on one of the three above it."""
    if "//" in lines[number - 1]:
        return True
    for line in lines[max(0, number - 4):number - 1][::-1]:
        if not line.strip() or line.strip() in ("}", "})"):
            return False
        if line.strip().startswith("//"):
            return True
    return False


def habits_of(name, text, code):
    lines = text.split("\n")
    if name.startswith("Tests/"):
        for number, argument in swifttext.calls(code, "#expect"):
            if len(swifttext.parts(argument, "&&")) > 1:
                yield "joined-expectations", number, "two facts in one #expect: a line each"
    if not name.startswith("Sources/"):
        return
    for function in swifttext.functions(code):
        if (function.unlabelled >= 3 and not function.is_operator
                and not any(HOT.search(line) for line in above(lines, function.line))
                and not is_apples(name, function, code)):
            yield ("unlabelled", function.line,
                   f"{function.name} takes {function.unlabelled} arguments without a label")
    for number, line in enumerate(code.split("\n"), 1):
        if re.search(r"\btry\?", line) and not has_reason(lines, number):
            yield "unexplained-try", number, "try? without its reason in a comment"
        if TRICK.search(line) and RUNTIME not in Path(name).parts:
            yield "tricks", number, f"what depends on the toolchain lives in a folder {RUNTIME}"
    for number, summary in swifttext.summaries(text):
        if re.match(r"(What|Whether)\b", summary):
            yield "what-whether", number, "a summary names the thing, or says what is done"
    for number, line in swifttext.undocumented(text):
        yield "undocumented", number, f"without a doc comment: {line}"


def types_of(sources):
    """Type names that exist more than once. Nested types have their outer type's name before."""
    places = defaultdict(list)
    for name, (_, code) in sources.items():
        if name.startswith("Sources/"):
            for kind, line in swifttext.types(code):
                places[kind].append((name, line))
    for kind, found in sorted(places.items()):
        for name, line in found[1:]:
            yield "duplicate-types", name, line, f"{kind} is also in {found[0][0]}"


def folders_of(sources):
    folders = defaultdict(int)
    for name in sources:
        folders[str(Path(name).parent)] += 1
    for folder, count in sorted(folders.items()):
        if count > FOLDER_LIMIT and folder.startswith("Sources/"):
            yield "big-folders", folder, 0, f"{count} files; more than {FOLDER_LIMIT} want sub-folders"


def ceilings():
    rows = (line.split("\t") for line in CEILINGS.read_text().splitlines()
            if line and not line.startswith("#"))
    return {rule: int(number) for rule, number, *_ in rows}


def lower(found):
    lines = CEILINGS.read_text().splitlines()
    for position, line in enumerate(lines):
        rule, *rest = line.split("\t")
        if rest and not line.startswith("#"):
            number = min(int(rest[0]), len(found[rule]))
            lines[position] = "\t".join([rule, str(number), *rest[1:]]) if number else None
    CEILINGS.write_text("\n".join(line for line in lines if line is not None) + "\n")


def changed():
    """The files that differ from the branch that everybody works on."""
    return set(subprocess.run(
        ["git", "-C", str(ROOT), "diff", "--name-only", "origin/main"], capture_output=True,
        text=True).stdout.split("\n"))


def complaints(found):
    allowed = ceilings()
    for rule, places in sorted(found.items()):
        limit = allowed.get(rule, 0)
        if len(places) <= limit:
            continue
        if limit:
            near = [place for place in places if place[0] in changed()] or places
            yield f".ci/ceilings.tsv: {rule}: {len(places)}, allowed {limit}; look here:"
            places = near[:40]
        for name, number, problem in places:
            yield f"{name}:{number}: {problem}"


def read():
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard",
         "*.swift"], check=True, capture_output=True, text=True).stdout.split("\n")
    sources = {}
    for name in sorted(set(filter(None, listed))):
        if (ROOT / name).exists():
            text = (ROOT / name).read_text()
            sources[name] = (text, swifttext.code_of(text))
    return sources


def main():
    sources = read()
    problems = [
        f"{name}:{number}: {problem}" for name, (text, _) in sources.items()
        for number, problem in problems_of(name, text.splitlines())]
    found = defaultdict(list)
    for name, (text, code) in sources.items():
        for rule, number, problem in habits_of(name, text, code):
            found[rule].append((name, number, problem))
    for rule, name, number, problem in [*types_of(sources), *folders_of(sources)]:
        found[rule].append((name, number, problem))
    if sys.argv[1:2] == ["--lower"]:
        lower(found)
    if sys.argv[1:2] == ["--list"]:
        print(*(f"{name}:{number}: {problem}" for rule in sys.argv[2:]
                for name, number, problem in found[rule]), sep="\n")
        return 0
    problems += complaints(found)
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
