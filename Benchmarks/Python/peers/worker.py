# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""Runs cases of one mapper, each on a fresh state, and prints a sample of JSON for each."""

import json
import os
import shutil
import subprocess
import sys

from . import FILE_NAME
from .measuring import Stopwatch

OPEN_PROCESS_COUNT = 20
UNKNOWN_COUNT = 20


class Worker:
    """The store that reading cases share is `base-SYSTEM-N` in the folder, made when missing;
    cases that change data get a copy."""

    def __init__(self, system, workload, folder):
        self.system = system
        self.workload = workload
        letters = "".join(
            letter if letter.isascii() and letter.isalnum() else "-"
            for letter in f"{system.name}/{system.store}"
        )
        name = f"{letters}-{workload.count}"
        self.base = folder / f"base-{name}"
        self.copy = folder / f"copy-{name}-{os.getpid()}"

    def run(self, cases):
        """Runs the cases in the order given."""
        for case in cases:
            if case not in self.system.cases:
                sys.exit(f"{self.system.name} does not do case {case}.")
            stopwatch = Stopwatch()
            checksum = self._measure(case, stopwatch)
            self._print(case, checksum, stopwatch)

    def _measure(self, case, stopwatch):
        if case in ("1a", "1b"):
            return self._insert(case, stopwatch)
        self._make_base()
        if case in ("5", "7", "8a", "8b"):
            _copy(self.base, self.copy)
            checksum = self._run(case, self.copy, stopwatch)
            shutil.rmtree(self.copy)
            return checksum
        if case == "9b":
            return self._open_processes(stopwatch)
        if case == "9c":
            return self._open_unknown(stopwatch)
        if case == "10":
            return self._keep(stopwatch)
        return self._run(case, self.base, stopwatch)

    def _run(self, case, folder, stopwatch):
        return self.system.run(case, self.workload, folder / FILE_NAME, stopwatch)

    def _insert(self, case, stopwatch):
        _make_folder(self.copy)
        checksum = self._run(case, self.copy, stopwatch)
        if self.base.exists():
            shutil.rmtree(self.copy)
        else:
            self.copy.rename(self.base)
            self._completed.touch()
        return checksum

    @property
    def _completed(self):
        return self.base / "complete"

    def _make_base(self):
        if not self._completed.exists():
            _make_folder(self.base)
            self._run("1a", self.base, Stopwatch())
            self._completed.touch()

    def _open_processes(self, stopwatch):
        """9b: a process that opens the store, reads one employee and exits, again and again."""
        command = self._command("open-once")
        with stopwatch:
            for _ in range(OPEN_PROCESS_COUNT):
                subprocess.run(command, check=True)
        return -1

    def _open_unknown(self, stopwatch):
        """9c: copies that this process has never opened; the base is opened before."""
        self.system.open_once(self.base / FILE_NAME)
        copies = [self.copy / str(number) for number in range(UNKNOWN_COUNT)]
        for copy in copies:
            _copy(self.base, copy)
        with stopwatch:
            checksum = sum(self.system.open_once(copy / FILE_NAME) for copy in copies)
        shutil.rmtree(self.copy)
        return checksum

    def _keep(self, stopwatch):
        """10: what a process that does nothing else says."""
        output = subprocess.run(self._command("keep"), check=True, stdout=subprocess.PIPE).stdout
        vars(stopwatch).update(json.loads(output))
        stopwatch.extra["row_bytes"] = self.workload.row_bytes()
        return -1

    def _command(self, verb):
        options = ["--system", self.system.name, "--store", self.system.store]
        return [sys.executable, sys.argv[0], verb, *options, "--dir", str(self.base)]

    def _print(self, case, checksum, stopwatch):
        sample = {
            "system": self.system.name,
            "store": self.system.store,
            "case": case,
            "n": self.workload.count,
            "wall_s": stopwatch.wall,
            "cpu_s": stopwatch.cpu,
            "peak_bytes": stopwatch.peak,
            "checksum": checksum,
        }
        if stopwatch.extra:
            sample["extra"] = stopwatch.extra
        print(json.dumps(sample), flush=True)


def _copy(folder, place):
    """Copies a store, and waits until the copy is on the disk."""
    shutil.copytree(folder, place)
    for file in place.iterdir():
        with open(file, "rb") as copied:
            os.fsync(copied.fileno())


def _make_folder(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
