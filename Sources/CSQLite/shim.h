// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The parts of libsqlite3 that Swift cannot call as they stand: variadic functions and macros
// that cast an integer to a function pointer.

#ifndef OPENCOREDATA_CSQLITE_SHIM_H
#define OPENCOREDATA_CSQLITE_SHIM_H

#include <sqlite3.h>

/// `SQLITE_TRANSIENT`: SQLite copies the bytes before the call returns.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// `sqlite3_config(SQLITE_CONFIG_…)` and `sqlite3_db_config` with one integer argument.
static inline int csqlite_db_config(sqlite3 *db, int operation, int value) {
  return sqlite3_db_config(db, operation, value, (int *)0);
}

#endif
