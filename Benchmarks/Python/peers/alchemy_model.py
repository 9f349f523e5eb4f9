# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""The workload's entities, mapped with SQLAlchemy's declarative classes."""

from sqlalchemy import Column, ForeignKey, Table
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """What all mapped classes share."""


employee_tag = Table(
    "employee_tag",
    Base.metadata,
    Column("employee", ForeignKey("employee.id", ondelete="CASCADE"), primary_key=True),
    Column("tag", ForeignKey("tag.id", ondelete="CASCADE"), primary_key=True),
)


class Department(Base):
    """A department; its employees go with it, which the database sees to."""

    __tablename__ = "department"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    budget: Mapped[float]
    created_at: Mapped[float] = mapped_column("createdAt")
    employees: Mapped[list["Employee"]] = relationship(
        back_populates="department", cascade="all, delete", passive_deletes=True
    )


class Tag(Base):
    """A tag of any number of employees."""

    __tablename__ = "tag"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    employees: Mapped[list["Employee"]] = relationship(
        secondary=employee_tag, back_populates="tags", passive_deletes=True
    )


class Employee(Base):
    """An employee."""

    __tablename__ = "employee"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str]
    salary: Mapped[int]
    hired_at: Mapped[float] = mapped_column("hiredAt")
    is_active: Mapped[bool] = mapped_column("isActive")
    score: Mapped[float]
    bio: Mapped[str | None]
    department_id: Mapped[int | None] = mapped_column(
        "department", ForeignKey("department.id", ondelete="CASCADE")
    )
    department: Mapped[Department | None] = relationship(back_populates="employees")
    tags: Mapped[list[Tag]] = relationship(
        secondary=employee_tag, back_populates="employees", passive_deletes=True
    )
