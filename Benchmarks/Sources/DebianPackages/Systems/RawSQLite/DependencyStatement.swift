// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Harness

/// Inserts dependencies with ascending numbers.
final class DependencyStatement {
  private let statement: RowStatement
  private var nextID: Int64

  init(_ connection: RawConnection, nextID: Int64) throws {
    statement = try RowStatement(connection, PackageSQL.insertDependency)
    self.nextID = nextID
  }

  func run(_ record: DependencyRecord, package: Int64, target: Int64?) throws {
    statement.bind(1, nextID)
    statement.bind(2, Int64(record.kind.rawValue))
    statement.bind(3, Int64(record.position))
    statement.bind(4, Int64(record.alternative))
    statement.bind(5, Int64(record.relation.rawValue))
    statement.bind(6, record.name)
    statement.bind(7, record.version)
    statement.bind(8, record.architectures)
    statement.bind(9, package)
    if let target { statement.bind(10, target) } else { statement.bindNull(10) }
    try statement.run()
    nextID += 1
  }
}
