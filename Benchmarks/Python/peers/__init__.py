# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""Python's object-relational mappers doing the cases of the benchmark."""

# The store's file in its folder.
FILE_NAME = "store.sqlite"
