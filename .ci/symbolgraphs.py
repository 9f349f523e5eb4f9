# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Symbol graphs of what has been built, for the ledger and for the documentation."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tool(name):
    """A program that comes with the compiler in the path."""
    compiler = Path(shutil.which("swift") or sys.exit("swift is not in the path")).resolve()
    return str(compiler.parent / name)


def bin_path():
    """The folder of the debug build."""
    return Path(output("swift", "build", "--package-path", str(ROOT), "--show-bin-path").strip())


def extract(module, folder, build, *options):
    """Writes the graphs of a built module's public symbols into a folder."""
    target = json.loads(output("swift", "-print-target-info"))["target"]["unversionedTriple"]
    subprocess.run(
        [tool("swift-symbolgraph-extract"), "-module-name", module, "-I", str(build / "Modules"),
         *(f"-I{path.parent}" for path in ROOT.glob("Sources/*/module.modulemap")),
         "-target", target, "-minimum-access-level", "public", "-output-dir", str(folder),
         *options],
        check=True)
