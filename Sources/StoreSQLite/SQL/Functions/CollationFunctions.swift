// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import RowEngine
import StoreInterface

/// The collations of sort keys that are not binary.
enum CollationFunctions {
  private typealias Compare =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32

  static func register(on database: OpaquePointer) {
    add(.caseInsensitive, to: database) {
      CollationFunctions.order(
        firstCount: $1, first: $2, secondCount: $3, second: $4, by: .caseInsensitive)
    }
    add(.localized, to: database) {
      CollationFunctions.order(
        firstCount: $1, first: $2, secondCount: $3, second: $4, by: .localized)
    }
    add(.localizedCaseInsensitive, to: database) {
      CollationFunctions.order(
        firstCount: $1, first: $2, secondCount: $3, second: $4, by: .localizedCaseInsensitive)
    }
    add(.localizedStandard, to: database) {
      CollationFunctions.order(
        firstCount: $1, first: $2, secondCount: $3, second: $4, by: .localizedStandard)
    }
  }

  private static func add(_ collation: Collation, to database: OpaquePointer, compare: Compare) {
    sqlite3_create_collation_v2(
      database, SQLFunctions.name(collation), SQLITE_UTF8, nil, compare, nil)
  }

  private static func order(
    firstCount: Int32, first: UnsafeRawPointer?, secondCount: Int32,
    second: UnsafeRawPointer?, by collation: Collation
  ) -> Int32 {
    Int32(
      TextOrder.order(
        UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
        UnsafeRawBufferPointer(start: second, count: Int(secondCount)), collation: collation))
  }
}
#endif
