# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""What the compiler's index of a debug build says of the package: definitions, uses, parents."""

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
READER = Path(__file__).resolve().parent / "reader.c"

# Kinds of symbols, as libIndexStore numbers them.
MODULE, ENUM, STRUCT, CLASS, PROTOCOL, EXTENSION, ALIAS = 1, 5, 6, 7, 8, 9, 11
FUNCTION, VARIABLE, FIELD, CASE = 12, 13, 14, 15
INITIALISER, DEINITIALISER, PARAMETER = 22, 23, 25
TYPES = {ENUM, STRUCT, CLASS, PROTOCOL, ALIAS}

# Roles of an occurrence, and of what it is related to.
DEFINITION, REFERENCE, READ, WRITE, CALL, IMPLICIT = 2, 4, 8, 16, 32, 256
CHILD_OF, BASE_OF, OVERRIDE_OF, CALLED_BY, EXTENDED_BY, ACCESSOR_OF, CONTAINED_BY = (
    512, 1024, 2048, 8192, 16384, 32768, 65536)
LOCAL = 128

# A getter's name differs from its property's by one letter: "vg" for "vp".
# Where an accessor is called its property is named too, at the same place.
ACCESSOR_NAME = re.compile(r"(?:getter|setter|_modify|_read|unsafeAddressor|willSet|didSet):")
ACCESSOR = re.compile(r"(v|i)(?:g|s|M|r|x|y|w|W|au|lu)(Z?)$")


@dataclass
class Definition:
    """A definition: where it is, and whose member it is."""

    usr: str
    name: str
    kind: int
    path: str
    line: int
    parent: str = ""


@dataclass(frozen=True)
class Use:
    """A place where a definition is named, and the definition in whose body that is."""

    usr: str
    path: str
    line: int
    roles: int
    within: str
    extends: bool


class Index:
    """Definitions by their unified symbol, and every use of one of them."""

    def __init__(self, root=ROOT):
        self.root = root
        self.definitions = {}
        self.uses = []
        self.modules = {}
        # What each symbol is called, those of other packages too.
        self.names = {}
        # When each file was compiled.
        self.times = {}
        # The type that each extension extends, and what each symbol overrides or fulfils.
        self.extended = {}
        self.fulfilments = defaultdict(set)
        # The names of what each type inherits or conforms to.
        self.bases = defaultdict(set)
        self._sources = {}

    def source(self, path):
        """The lines of a file."""
        if path not in self._sources:
            self._sources[path] = (self.root / path).read_text().splitlines()
        return self._sources[path]

    def owner(self, usr):
        """The outermost type that a symbol is a member of, extensions followed; itself if none."""
        seen = set()
        while usr not in seen:
            seen.add(usr)
            definition = self.definitions.get(usr)
            parent = self.extended.get(usr) or (definition and definition.parent)
            if not parent:
                return usr
            usr = parent
        return usr


def check_is_fresh(index):
    """Stops if a source has been changed since it was compiled, or never was."""
    names = subprocess.run(
        ["git", "-C", str(index.root), "ls-files", "Sources/**/*.swift", "Tests/**/*.swift"],
        check=True, capture_output=True, text=True).stdout.split("\n")
    stale = [
        name for name in names if name and (index.root / name).exists()
        and not name.startswith("Sources/Plugins/")
        and index.times.get(name, 0) < (index.root / name).stat().st_mtime]
    if stale:
        sys.exit(
            f"The index is older than {len(stale)} sources ({stale[0]}): "
            "`swift build --build-tests` first, in debug mode.")


def canonical(usr):
    return ACCESSOR.sub(r"\1p\2", usr)


def built_reader(scratch):
    """The program that reads the store, compiled when its source is newer."""
    program = scratch / "index-reader"
    if not program.exists() or program.stat().st_mtime < READER.stat().st_mtime:
        swift = shutil.which("swift")
        if not swift:
            sys.exit("There is no Swift toolchain in the path.")
        library = Path(swift).resolve().parent.parent / "lib"
        compiler = shutil.which("cc") or str(Path(swift).resolve().parent / "clang")
        scratch.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [compiler, "-O1", str(READER), "-o", str(program), f"-L{library}", "-lIndexStore",
             f"-Wl,-rpath,{library}"], check=True)
    return program


def store_of(root=ROOT):
    """Where a debug build leaves its index."""
    store = root / ".build" / "debug" / "index" / "store"
    if not (store / "v5" / "units").exists():
        sys.exit("There is no index: `swift build --build-tests` first, in debug mode.")
    return store


def load(store, root=ROOT, folder=None):
    """Reads the index. `folder` is where the sources were when they were compiled."""
    folder = str(folder or root).rstrip("/") + "/"
    program = built_reader(ROOT / ".build")
    output = subprocess.run(
        [str(program), str(store), folder], check=True, capture_output=True, text=True).stdout
    index = Index(root)
    files = {}
    for part in ("\n" + output).split("\nF\t")[1:]:
        lines = part.split("\n")
        path, module, time = lines[0].split("\t")
        path = path[len(folder):]
        # A file that has been compiled twice counts once, one that is gone not at all.
        if path.endswith(".swift") and (root / path).exists():
            files[path] = max(files.get(path, (0,)), (float(time), module, lines[1:]))
    for path, (time, module, lines) in files.items():
        index.modules[path], index.times[path] = module, time
        read(index, path, lines)
    index.uses = [use for use in index.uses if use.usr in index.definitions]
    return index


def read(index, path, lines):
    symbols = {}
    for line in lines:
        fields = line.split("\t")
        if fields[0] == "S":
            index.names.setdefault(fields[4], fields[5])
            symbols[fields[1]] = (canonical(fields[4]), int(fields[2]), int(fields[3]), fields[5])
        elif fields[0] == "O":
            usr, kind, properties, name = symbols[fields[1]]
            if properties & LOCAL or kind in (MODULE, PARAMETER):
                continue
            roles = int(fields[3])
            related = [
                (int(role), symbols[number][0])
                for role, number in (item.split(":") for item in fields[4:])]
            for role, other in related:
                if role & OVERRIDE_OF:
                    index.fulfilments[usr].add(other)
            if roles & DEFINITION:
                define(index, path, int(fields[2]), usr, kind, name, related)
            elif roles & REFERENCE and not ACCESSOR_NAME.match(name):
                use(index, path, int(fields[2]), usr, name, roles, related)


def define(index, path, line, usr, kind, name, related):
    accessor = any(role & ACCESSOR_OF for role, _ in related)
    known = index.definitions.get(usr)
    if known is None:
        if accessor:
            return
        known = index.definitions[usr] = Definition(usr, name, kind, path, line)
    for role, other in related:
        if role & CHILD_OF and not accessor:
            known.parent = other


def use(index, path, line, usr, name, roles, related):
    within, extends = "", False
    for role, other in related:
        if role & BASE_OF:
            index.bases[other].add(name)
        if role & EXTENDED_BY:
            index.extended[other] = usr
            extends = True
        if role & (CALLED_BY | CONTAINED_BY):
            within = other
    index.uses.append(Use(usr, path, line, roles, within, extends))
