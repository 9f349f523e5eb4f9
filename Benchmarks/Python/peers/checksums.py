# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""The checksums of what a case left in the store, asked of the engine and not timed."""

import sqlite3

_BYTES = " + ".join(
    f"ifnull(length(CAST({column} AS BLOB)), 0)" for column in ("name", "email", "bio")
)
GRAPH = (
    f"SELECT sum(salary + {_BYTES}) + (SELECT count(*) FROM employee_tag) FROM employee"
)
DEPARTMENTS = "SELECT count(*) FROM department"
SALARIES = "SELECT sum(salary) FROM employee"
SALARIES_AND_SCORES = (
    "SELECT sum(salary + CAST(round(score * 100) AS INTEGER)) FROM employee"
)


def total(file, *queries):
    """The sum of the only values of some queries."""
    connection = sqlite3.connect(file)
    try:
        return sum(connection.execute(query).fetchone()[0] or 0 for query in queries)
    finally:
        connection.close()
