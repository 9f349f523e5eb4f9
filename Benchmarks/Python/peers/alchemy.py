# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""SQLAlchemy's object-relational mapper, used as its documentation advises."""

from contextlib import contextmanager

from sqlalchemy import create_engine, event, insert, select
from sqlalchemy.orm import Session, selectinload

from .alchemy_model import Department, Employee, Tag, employee_tag
from .schema import TABLES
from .system import ALL_CASES, System, total_of
from .workload import FILTER_LIMIT, RAISE, SCORE_CHANGE


class Alchemy(System):
    """Every case through mapped objects of one session, whose unit of work writes them."""

    name = "SQLAlchemy"
    cases = ALL_CASES

    def insert(self, workload, batch, file, stopwatch):
        with _created(file) as session, stopwatch.writing(file):
            departments = [Department(**row) for row in workload.departments]
            tags = [Tag(**row) for row in workload.tags]
            session.add_all(departments)
            session.add_all(tags)
            for start in range(0, workload.count, batch):
                session.add_all(
                    Employee(
                        **row.attributes,
                        department=departments[row.department],
                        tags=[tags[tag] for tag in row.tags],
                    )
                    for row in workload.employees[start : start + batch]
                )
                session.commit()

    def fetch_all(self, workload, file, stopwatch, registered):
        with _opened(file) as session:
            kept = session.scalars(select(Employee)).all() if registered else []
            with stopwatch:
                total = total_of(session.scalars(select(Employee)).all(), workload)
            del kept
            return total

    def filter(self, workload, file, stopwatch):
        total = 0
        with _opened(file) as session, stopwatch:
            for query in workload.filters:
                request = (
                    select(Employee)
                    .where(
                        Employee.department_id == query.department,
                        Employee.salary.between(query.lowest, query.highest),
                    )
                    .order_by(Employee.name)
                    .limit(FILTER_LIMIT)
                )
                total += sum(employee.salary for employee in session.scalars(request).all())
        return total

    def look_up(self, workload, file, stopwatch, again):
        """The objects found stay alive, as they do in a program that uses them."""
        with _opened(file) as session:
            kept = [session.get(Employee, number) for number in workload.lookups if again]
            total = 0
            with stopwatch:
                for number in workload.lookups:
                    employee = session.get(Employee, number)
                    total += employee.salary
                    kept.append(employee)
            return total

    def update(self, workload, file, stopwatch):
        with _opened(file) as session, stopwatch.writing(file):
            request = select(Employee).where(Employee.department_id.in_(workload.tenth))
            for employee in session.scalars(request).all():
                employee.salary += RAISE
                employee.score += SCORE_CHANGE
            session.commit()

    def traverse(self, workload, file, stopwatch, prefetching):
        total = 0
        with _opened(file) as session, stopwatch:
            request = select(Department)
            if prefetching:
                request = request.options(selectinload(Department.employees))
            for department in session.scalars(request).all():
                total += sum(employee.salary for employee in department.employees)
        return total

    def delete(self, workload, file, stopwatch):
        with _opened(file) as session, stopwatch.writing(file):
            request = select(Department).where(Department.id.in_(workload.tenth))
            for department in session.scalars(request).all():
                session.delete(department)
            session.commit()

    def commit(self, workload, file, stopwatch, durably):
        with _opened(file, durably) as session:
            departments = session.scalars(select(Department).order_by(Department.id)).all()
            session.commit()
            with stopwatch.writing(file):
                for row in workload.newcomers:
                    session.add(
                        Employee(**row.attributes, department=departments[row.department])
                    )
                    session.commit()

    def open_once(self, file):
        with _opened(file) as session:
            return session.get(Employee, 1).salary

    @contextmanager
    def keeping(self, file):
        with _opened(file) as session:
            yield lambda count: session.scalars(select(Employee).limit(count)).all()


class AlchemyBulk(System):
    """The mapper's bulk inserts of plain rows, without objects."""

    name = "SQLAlchemy bulk"
    cases = ("1a", "1b")

    def insert(self, workload, batch, file, stopwatch):
        with _created(file) as session, stopwatch.writing(file):
            session.execute(insert(Department), workload.departments)
            session.execute(insert(Tag), workload.tags)
            for start in range(0, workload.count, batch):
                rows = workload.employees[start : start + batch]
                session.execute(insert(Employee), [_plain(row) for row in rows])
                session.execute(insert(employee_tag), list(_links(rows, start + 1)))
                session.commit()


def _plain(row):
    return {**row.attributes, "department_id": row.department + 1}


def _links(rows, first):
    for number, row in enumerate(rows, first):
        for tag in row.tags:
            yield {"employee": number, "tag": tag + 1}


@contextmanager
def _created(file):
    """A session on new tables in an empty file."""
    with _opened(file) as session:
        connection = session.connection()
        for table in TABLES:
            connection.exec_driver_sql(table)
        session.commit()
        yield session


@contextmanager
def _opened(file, durably=False):
    """A session that keeps readable what it wrote; its engine goes with it.

    The journal is a write-ahead log and foreign keys are enforced, so that the database can
    delete what belongs to a deleted row.
    """
    engine = create_engine(f"sqlite:///{file}")

    @event.listens_for(engine, "connect")
    def configure(connection, _):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if durably else 'NORMAL'}")
        connection.execute("PRAGMA foreign_keys = ON")

    try:
        with Session(engine, expire_on_commit=False) as session:
            # Opening is not part of the work.
            session.connection()
            yield session
    finally:
        engine.dispose()
