// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Harness

/// Inserts packages, or changes all but their name, maintainer and section.
final class PackageStatement {
  enum Kind { case insert, update }

  private let statement: RowStatement
  private let kind: Kind

  init(_ connection: RawConnection, _ kind: Kind) throws {
    statement = try RowStatement(
      connection, kind == .insert ? PackageSQL.insertPackage : PackageSQL.updatePackage)
    self.kind = kind
  }

  func run(_ record: PackageRecord, id: Int64, maintainer: Int64 = 0, section: Int64 = 0) throws {
    statement.bind(1, record.name)
    statement.bind(2, record.version)
    statement.bind(3, record.architecture)
    statement.bind(4, record.priority)
    statement.bind(5, record.source)
    statement.bind(6, record.summary)
    statement.bind(7, record.homepage)
    statement.bind(8, record.filename)
    statement.bind(9, record.sha256)
    statement.bind(10, record.installedSize)
    statement.bind(11, record.downloadSize)
    statement.bind(12, Int64(record.isEssential ? 1 : 0))
    statement.bind(14, id)
    if kind == .insert {
      statement.bind(13, maintainer)
      statement.bind(15, section)
    }
    try statement.run()
  }
}
