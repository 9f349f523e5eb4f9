// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// SQLite's count of the memory that it uses: one lock for all connections of the process, taken for each
/// piece of memory. Readers on two threads wait for it more than for anything else.
enum MemoryCounting {
  // A static constant is evaluated once. SQLite refuses if somebody in the process has used it before:
  // then memory is counted, and all works as it does with the count.
  private static let result = csqlite_config(SQLITE_CONFIG_MEMSTATUS, 0)

  /// Ends it for the process, unless SQLite is in use already. `sqlite3_memory_used` and the limits of the
  /// heap mean nothing then.
  static func end() { _ = result }
}
#endif
