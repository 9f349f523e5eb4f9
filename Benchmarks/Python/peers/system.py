# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""What every mapper here does: one method per case, as the Swift systems have.

A method calls `with stopwatch:` around the timed part and returns the checksum of the case, from
what it read or finds in the store afterwards. `file` is the store: absent for an insertion.
"""

from . import checksums
from .measuring import reset_peak, resident
from .workload import BATCH_SIZE, KEPT_COUNT, OPEN_COUNT


class System:
    """A mapper; subclasses say how it opens, inserts, reads and changes."""

    name = ""
    store = "SQLite"
    cases = ()

    def run(self, case, workload, file, stopwatch):
        """Does a case by its short name."""
        return getattr(self, _METHODS[case])(workload, file, stopwatch)

    def case_1a(self, workload, file, stopwatch):
        self.insert(workload, max(workload.count, 1), file, stopwatch)
        return checksums.total(file, checksums.GRAPH)

    def case_1b(self, workload, file, stopwatch):
        self.insert(workload, BATCH_SIZE, file, stopwatch)
        return checksums.total(file, checksums.GRAPH)

    def case_2(self, workload, file, stopwatch):
        return self.fetch_all(workload, file, stopwatch, registered=False)

    def case_11(self, workload, file, stopwatch):
        return self.fetch_all(workload, file, stopwatch, registered=True)

    def case_3(self, workload, file, stopwatch):
        return self.filter(workload, file, stopwatch)

    def case_4(self, workload, file, stopwatch):
        return self.look_up(workload, file, stopwatch, again=False)

    def case_4b(self, workload, file, stopwatch):
        return self.look_up(workload, file, stopwatch, again=True)

    def case_5(self, workload, file, stopwatch):
        self.update(workload, file, stopwatch)
        return checksums.total(file, checksums.SALARIES_AND_SCORES)

    def case_6(self, workload, file, stopwatch):
        return self.traverse(workload, file, stopwatch, prefetching=False)

    def case_6b(self, workload, file, stopwatch):
        return self.traverse(workload, file, stopwatch, prefetching=True)

    def case_6s(self, workload, file, stopwatch):
        """The attribute of a mapped class is what programs read: these three repeat case 6."""
        return self.traverse(workload, file, stopwatch, prefetching=False)

    def case_6bs(self, workload, file, stopwatch):
        return self.traverse(workload, file, stopwatch, prefetching=True)

    def case_6t(self, workload, file, stopwatch):
        return self.traverse(workload, file, stopwatch, prefetching=False)

    def case_7(self, workload, file, stopwatch):
        self.delete(workload, file, stopwatch)
        return checksums.total(file, checksums.GRAPH, checksums.DEPARTMENTS)

    def case_8a(self, workload, file, stopwatch):
        self.commit(workload, file, stopwatch, durably=False)
        return checksums.total(file, checksums.SALARIES)

    def case_8b(self, workload, file, stopwatch):
        self.commit(workload, file, stopwatch, durably=True)
        return checksums.total(file, checksums.SALARIES)

    def case_9(self, workload, file, stopwatch):
        with stopwatch:
            return sum(self.open_once(file) for _ in range(OPEN_COUNT))

    def keep(self, file, stopwatch):
        """10, in a process of its own: as many employees as there are, up to 100,000, kept alive.

        A process that did other things has memory of Python's that is free but resident.
        """
        with self.keeping(file) as fetch:
            # What the first fetch allocates once is not a cost per object.
            fetch(1)
            reset_peak()
            before = resident()
            with stopwatch:
                kept = fetch(KEPT_COUNT)
            reset_peak()
            grown = resident() - before
            stopwatch.extra["bytes_per_object"] = grown / max(len(kept), 1)


_METHODS = {
    name.removeprefix("case_"): name for name in vars(System) if name.startswith("case_")
}
ALL_CASES = (*_METHODS, "9b", "9c", "10")


def total_of(employees, workload):
    """The salaries and the bytes of all texts, which count characters but for the excess."""
    total = workload.utf8_excess
    for employee in employees:
        total += employee.salary + len(employee.name) + len(employee.email)
        if employee.bio is not None:
            total += len(employee.bio)
    return total
