# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""Django's object-relational mapper, with its bulk methods where Django advises them."""

from contextlib import contextmanager

import django
from django.conf import settings
from django.db import connection, transaction

from .schema import TABLES
from .system import ALL_CASES, System, total_of
from .workload import FILTER_LIMIT, RAISE, SCORE_CHANGE

_OPTIONS = {"ENGINE": "django.db.backends.sqlite3", "NAME": "", "OPTIONS": {}}
settings.configure(
    DATABASES={"default": _OPTIONS}, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField"
)
django.setup()

# Models can be declared only when Django is set up.
from .django_models import Department, Employee, EmployeeTag, Tag  # noqa: E402


class Django(System):
    """Every case through models and query sets."""

    name = "Django"
    cases = ALL_CASES

    def insert(self, workload, batch, file, stopwatch):
        with _opened(file), connection.cursor() as cursor:
            for table in TABLES:
                cursor.execute(table)
            with stopwatch.writing(file):
                departments, tags = [], []
                for start in range(0, workload.count, batch):
                    with transaction.atomic():
                        if start == 0:
                            departments, tags = _insert_owners(workload)
                        rows = workload.employees[start : start + batch]
                        _insert_employees(rows, departments, tags)

    def fetch_all(self, workload, file, stopwatch, registered):
        with _opened(file):
            kept = list(Employee.objects.all()) if registered else []
            with stopwatch:
                total = total_of(list(Employee.objects.all()), workload)
            del kept
            return total

    def filter(self, workload, file, stopwatch):
        total = 0
        with _opened(file), stopwatch, transaction.atomic():
            for query in workload.filters:
                found = Employee.objects.filter(
                    department_id=query.department,
                    salary__range=(query.lowest, query.highest),
                ).order_by("name")[:FILTER_LIMIT]
                total += sum(employee.salary for employee in found)
        return total

    def look_up(self, workload, file, stopwatch, again):
        """Nothing is registered anywhere: the second time is as the first, which is left out."""
        total = 0
        with _opened(file), stopwatch, transaction.atomic():
            for number in workload.lookups:
                total += Employee.objects.get(pk=number).salary
        return total

    def update(self, workload, file, stopwatch):
        """One by one: `bulk_update` takes 1.7 times as long on SQLite."""
        with _opened(file), stopwatch.writing(file), transaction.atomic():
            for employee in Employee.objects.filter(department_id__in=workload.tenth):
                employee.salary += RAISE
                employee.score += SCORE_CHANGE
                employee.save(update_fields=["salary", "score"])

    def traverse(self, workload, file, stopwatch, prefetching):
        total = 0
        with _opened(file), stopwatch, transaction.atomic():
            departments = Department.objects.all()
            if prefetching:
                departments = departments.prefetch_related("employees")
            for department in departments:
                total += sum(employee.salary for employee in department.employees.all())
        return total

    def delete(self, workload, file, stopwatch):
        with _opened(file), stopwatch.writing(file):
            Department.objects.filter(pk__in=workload.tenth).delete()

    def commit(self, workload, file, stopwatch, durably):
        with _opened(file, durably):
            departments = list(Department.objects.order_by("pk"))
            with stopwatch.writing(file):
                for row in workload.newcomers:
                    Employee(**row.attributes, department=departments[row.department]).save()

    def open_once(self, file):
        with _opened(file):
            return Employee.objects.get(pk=1).salary

    @contextmanager
    def keeping(self, file):
        with _opened(file):
            yield lambda count: list(Employee.objects.all()[:count])


def _insert_owners(workload):
    return (
        Department.objects.bulk_create(Department(**row) for row in workload.departments),
        Tag.objects.bulk_create(Tag(**row) for row in workload.tags),
    )


def _insert_employees(rows, departments, tags):
    employees = Employee.objects.bulk_create(
        Employee(**row.attributes, department=departments[row.department]) for row in rows
    )
    EmployeeTag.objects.bulk_create(
        EmployeeTag(employee=employee, tag=tags[tag])
        for employee, row in zip(employees, rows)
        for tag in row.tags
    )


@contextmanager
def _opened(file, durably=False):
    """The connection on a file; Django makes one when it is needed."""
    connection.settings_dict["NAME"] = str(file)
    connection.settings_dict["OPTIONS"] = {
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = "
        + ("FULL" if durably else "NORMAL"),
        "transaction_mode": "IMMEDIATE",
    }
    connection.ensure_connection()
    try:
        yield
    finally:
        connection.close()
