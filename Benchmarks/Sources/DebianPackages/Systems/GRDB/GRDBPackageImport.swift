// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import GRDB

/// Enters an index into empty tables; the transaction is the caller's.
struct GRDBPackageImport {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func run(_ workload: DebianWorkload) throws {
    try insert(PackageSQL.insertMaintainer, workload.maintainers) { [$0, $1.name, $1.email] }
    try insert(PackageSQL.insertSection, workload.sections) { [$0, $1] }
    try insert(PackageSQL.insertPackage, workload.packages) { id, record in
      record.arguments(
        id: id, maintainer: Int64(record.maintainer + 1), section: Int64(record.section + 1))
    }
    let statement = try database.cachedStatement(sql: PackageSQL.insertDependency)
    var id: Int64 = 1
    for (place, record) in workload.packages.enumerated() {
      for item in record.dependencies {
        let target = item.target < 0 ? nil : Int64(item.target + 1)
        try statement.run(item.arguments(id: id, package: Int64(place + 1), target: target))
        id += 1
      }
    }
    try insert(PackageSQL.insertInstallation, workload.installations) {
      [$0, $1.name, $1.version, $1.installedAt, $1.isAutomatic, $1.note]
    }
  }

  private func insert<Record>(
    _ sql: String, _ records: [Record], _ arguments: (Int64, Record) -> StatementArguments
  ) throws {
    let statement = try database.cachedStatement(sql: sql)
    for (place, record) in records.enumerated() {
      try statement.run(arguments(Int64(place + 1), record))
    }
  }
}

extension PackageRecord {
  /// Those of `PackageSQL.insertPackage`.
  func arguments(id: Int64, maintainer: Int64, section: Int64) -> StatementArguments {
    values(maintainer) + [id, section]
  }

  /// Those of `PackageSQL.updatePackage`.
  func arguments(id: Int64) -> StatementArguments { values(nil) + [id] }

  private func values(_ maintainer: Int64?) -> StatementArguments {
    [
      name, version, architecture, priority, source, summary, homepage, filename,
      sha256.map { Data($0) }, installedSize, downloadSize, isEssential, maintainer,
    ]
  }
}

extension DependencyRecord {
  /// Those of `PackageSQL.insertDependency`.
  func arguments(id: Int64, package: Int64, target: Int64?) -> StatementArguments {
    [
      id, kind.rawValue, position, alternative, relation.rawValue, name, version, architectures,
      package, target,
    ]
  }
}

extension Statement {
  /// Runs a statement without rows. That the arguments are not checked is what GRDB's own benchmark
  /// of optimised records does.
  func run(_ arguments: StatementArguments) throws {
    setUncheckedArguments(arguments)
    try execute()
  }
}
