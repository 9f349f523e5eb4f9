# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""The tables and indexes: those of raw SQLite, without the version of rows.

Both mappers want foreign keys, and both find the tables as they would have made them.
"""

TABLES = (
    "CREATE TABLE department (id INTEGER PRIMARY KEY, name TEXT, budget REAL, createdAt REAL)",
    "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT)",
    """CREATE TABLE employee (
      id INTEGER PRIMARY KEY, name TEXT, email TEXT, salary INTEGER, hiredAt REAL,
      isActive INTEGER, score REAL, bio TEXT,
      department INTEGER REFERENCES department (id) ON DELETE CASCADE)""",
    "CREATE INDEX employee_department_salary ON employee (department, salary)",
    """CREATE TABLE employee_tag (
      employee INTEGER REFERENCES employee (id) ON DELETE CASCADE,
      tag INTEGER REFERENCES tag (id) ON DELETE CASCADE,
      PRIMARY KEY (employee, tag))""",
    "CREATE INDEX employee_tag_tag ON employee_tag (tag, employee)",
)
