# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""The data of the benchmark, read from the file of JSON lines the driver writes."""

import json
from dataclasses import dataclass

RAISE = 1000
SCORE_CHANGE = 1.0
FILTER_LIMIT = 100
OPEN_COUNT = 100
BATCH_SIZE = 1000
KEPT_COUNT = 100_000


@dataclass(slots=True)
class NewEmployee:
    """An employee to insert: attributes by name, numbers of department and tags from 0."""

    attributes: dict
    department: int
    tags: list


@dataclass(slots=True)
class Filter:
    """One fetch of case 3; the department is the number of its row."""

    department: int
    lowest: int
    highest: int


class Workload:
    """Everything the cases insert and ask. Numbers of rows start at 1."""

    def __init__(self, file):
        with open(file, encoding="utf-8") as lines:
            header = json.loads(next(lines))
            self.employees = [_employee(json.loads(line)) for line in lines]
        self.departments = [
            {
                "name": row["name"],
                "budget": float(row["budget"]),
                "created_at": float(row["createdAt"]),
            }
            for row in header["departments"]
        ]
        self.tags = [{"name": name} for name in header["tags"]]
        self.filters = [Filter(row[0] + 1, row[1], row[2]) for row in header["filters"]]
        self.lookups = [number + 1 for number in header["lookups"]]
        self.tenth = [number + 1 for number in header["tenth"]]
        self.newcomers = [_employee(row) for row in header["newcomers"]]
        # By how much the UTF-8 bytes of all texts exceed their characters.
        self.utf8_excess = header["utf8Excess"]
        self.count = len(self.employees)

    def row_bytes(self):
        """What the values of a row take: eight bytes each but texts, which take their UTF-8."""
        kept = self.employees[:KEPT_COUNT]
        return 40 + sum(_text_bytes(row.attributes) for row in kept) / max(len(kept), 1)


def _employee(row):
    name, email, salary, hired_at, is_active, score, bio, department, tags = row
    attributes = {
        "name": name,
        "email": email,
        "salary": salary,
        "hired_at": float(hired_at),
        "is_active": is_active,
        "score": float(score),
        "bio": bio,
    }
    return NewEmployee(attributes, department, tags)


def _text_bytes(attributes):
    texts = (attributes["name"], attributes["email"], attributes["bio"] or "")
    return sum(len(text.encode()) for text in texts)
