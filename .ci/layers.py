#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Checks the order inside Sources/CoreData that the compiler cannot check.

1. An internal type is used only in its own folder and in folders further down the list. Apple's
   NS... classes may be named anywhere: they form a circle.
2. Only Container/StoreAssembly.swift imports a store.
3. FileStores is written as a client's store would be: on the public interface, but for the types
   that make errors, decode archives, look into property lists and name temporary files.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources" / "CoreData"

FOLDERS = [
    "Support", "Undo", "Model", "Requests", "Objects", "Coordinator", "Context", "Batches", "ClientStores", "FileStores",
    "Container",
]
STORES = ["StoreMemory", "StoreSQLite", "StoreLMDB"]
ASSEMBLY = "Container/StoreAssembly.swift"
# What a folder may use of the internal types of others, and the modules it may import.
PUBLIC_ONLY = {
    "FileStores": (
        {"ErrorBuilder", "KeyedArchive", "Log", "PropertyListLayout", "TemporaryFile"},
        {"Foundation", "FoundationXML"})}

DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(public |package |open |private |fileprivate )?"
    r"(?:final )?(?:indirect )?(?:class|struct|enum|protocol|actor) (\w+)", re.M)
IMPORT = re.compile(r"^\s*(?:@\w+ )?(?:public |package |internal )?import (?:\w+ )?(\w+)", re.M)


def code_of(text):
    """The source without comments and string literals, line for line."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r'"""[\s\S]*?"""', lambda m: '""' + "\n" * m.group().count("\n"), text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def rules():
    """Exceptions, one per line: FOLDER TYPE, then why."""
    file = ROOT / ".ci" / "layers.allowed"
    lines = file.read_text().splitlines() if file.exists() else []
    return {tuple(line.split()[:2]) for line in lines if line and not line.startswith("#")}


def main():
    problems = []
    sources = {
        path.relative_to(SOURCES): code_of(path.read_text()) for path in SOURCES.rglob("*.swift")}
    for path in sources:
        if path.parts[0] not in FOLDERS:
            problems.append(f"Sources/CoreData/{path}: the folder is not in the list of layers")
    owners = {}
    for path, code in sources.items():
        for access, name in DECLARATION.findall(code):
            if access.strip() in ("", "package") and not name.startswith("NS"):
                owners[name] = path.parts[0]
    allowed = rules()
    used = set()
    for path, code in sorted(sources.items()):
        folder = path.parts[0]
        if folder not in FOLDERS:
            continue
        for module in IMPORT.findall(code):
            if module in STORES and str(path) != ASSEMBLY:
                problems.append(f"Sources/CoreData/{path}: imports {module}; only {ASSEMBLY} may")
            if folder in PUBLIC_ONLY and module not in PUBLIC_ONLY[folder][1]:
                problems.append(f"Sources/CoreData/{path}: imports {module}; {folder} may not")
        for number, line in enumerate(code.splitlines(), 1):
            for name in re.findall(r"\b[A-Z]\w*\b", line):
                owner = owners.get(name)
                if (folder in PUBLIC_ONLY and owner not in (None, folder)
                        and name not in PUBLIC_ONLY[folder][0]):
                    problems.append(
                        f"Sources/CoreData/{path}:{number}: uses {name} of {owner}; {folder} uses "
                        "the public interface only")
                if owner not in FOLDERS or FOLDERS.index(owner) <= FOLDERS.index(folder):
                    continue
                if (folder, name) in allowed:
                    used.add((folder, name))
                    continue
                problems.append(
                    f"Sources/CoreData/{path}:{number}: {folder} uses {name} of {owner}, "
                    "which comes later")
    for folder, name in sorted(allowed - used):
        problems.append(f".ci/layers.allowed: nothing in {folder} uses {name} any more")
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
