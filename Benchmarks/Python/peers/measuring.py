# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""Clocks and memory of this process, as the Swift workers read them."""

import gc
import resource
import sys
import time
from contextlib import contextmanager


class Stopwatch:
    """Measures the timed part of one case: the body of a `with` statement, once."""

    def __init__(self):
        self.wall = self.cpu = 0.0
        # By how much the resident memory rose at its highest above where the timed part began.
        self.peak = 0
        # Further figures of the case, by name.
        self.extra = {}

    def __enter__(self):
        reset_peak()
        self._start = resident(), _cpu_seconds(), time.perf_counter()
        return self

    def __exit__(self, *_):
        before, cpu, wall = self._start
        self.wall = time.perf_counter() - wall
        self.cpu = _cpu_seconds() - cpu
        self.peak = max(_status_bytes("VmHWM:") - before, 0)

    @contextmanager
    def writing(self, file):
        """Measures a timed part that writes into a file, and the checkpoint of its log within it.

        A connection of its own does that, without waiting for the disk, as for every system; it
        begins the log beforehand, for which the first commit would wait.
        """
        import sqlite3  # Which a process of case 9b has from its mapper.

        connection = sqlite3.connect(file)
        connection.execute("PRAGMA synchronous = OFF")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
        with self:
            yield
            _, pages, written = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        connection.close()
        if pages < 0 or pages != written:
            sys.exit(f"Checkpoint of {file}: {written} of {pages} pages written.")

    def figures(self):
        """All that was measured, by name."""
        return {"wall": self.wall, "cpu": self.cpu, "peak": self.peak, "extra": self.extra}


def resident():
    """Bytes of memory that are resident now."""
    return _status_bytes("VmRSS:")


def reset_peak():
    """Gives freed memory back to the system and lets the peak start anew."""
    import ctypes  # Which a process of case 9b does without.

    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def _status_bytes(field):
    with open("/proc/self/status", encoding="ascii") as lines:
        for line in lines:
            if line.startswith(field):
                return int(line.split()[1]) * 1024
    return 0


def _cpu_seconds():
    """Seconds the processors worked for this process and its children that have ended."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
