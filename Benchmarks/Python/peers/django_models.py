# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""The workload's entities as Django models."""

from django.db import models


class Department(models.Model):
    name = models.TextField()
    budget = models.FloatField()
    created_at = models.FloatField(db_column="createdAt")

    class Meta:
        app_label = "peers"
        db_table = "department"


class Tag(models.Model):
    name = models.TextField()

    class Meta:
        app_label = "peers"
        db_table = "tag"


class Employee(models.Model):
    name = models.TextField()
    email = models.TextField()
    salary = models.BigIntegerField()
    hired_at = models.FloatField(db_column="hiredAt")
    is_active = models.BooleanField(db_column="isActive")
    score = models.FloatField()
    bio = models.TextField(null=True)
    department = models.ForeignKey(
        Department, models.CASCADE, related_name="employees", db_column="department"
    )
    tags = models.ManyToManyField(Tag, through="EmployeeTag", related_name="employees")

    class Meta:
        app_label = "peers"
        db_table = "employee"


class EmployeeTag(models.Model):
    pk = models.CompositePrimaryKey("employee_id", "tag_id")
    employee = models.ForeignKey(Employee, models.CASCADE, db_column="employee")
    tag = models.ForeignKey(Tag, models.CASCADE, db_column="tag")

    class Meta:
        app_label = "peers"
        db_table = "employee_tag"
