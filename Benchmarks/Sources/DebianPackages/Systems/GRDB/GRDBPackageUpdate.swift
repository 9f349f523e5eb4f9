// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import GRDB

/// Brings the tables to a new index; the transaction is the caller's.
struct GRDBPackageUpdate {
  private struct Version {
    var id: Int64
    var version: String
    var installedSize: Int64
  }

  private let database: Database
  private var nextID: Int64
  /// What there is of the new index, by name.
  private var rows: [String: Version] = [:]

  init(_ database: Database) throws {
    self.database = database
    nextID = (try Int64.fetchOne(database, sql: "SELECT max(id) FROM package") ?? 0) + 1
  }

  mutating func run(_ workload: DebianWorkload) throws {
    try removeVanished(workload.newPackages)
    let newcomers = try insertNewcomers(workload)
    let changed = workload.newPackages.filter { rows[$0.name]?.version != $0.version }
    try noteUpgrades(to: changed)
    let deletion = try database.cachedStatement(sql: PackageSQL.deleteDependencies)
    let change = try database.cachedStatement(sql: PackageSQL.updatePackage)
    for record in changed {
      guard let row = rows[record.name] else { continue }
      try deletion.run([row.id])
      try change.run(record.arguments(id: row.id))
    }
    try insertDependencies(changed + newcomers)
  }

  private mutating func removeVanished(_ records: [PackageRecord]) throws {
    let names = Set(records.map(\.name))
    var gone: [Int64] = []
    let all = try Row.fetchCursor(database, sql: PackageSQL.versions)
    while let row = try all.next() {
      let name: String = row[1]
      if names.contains(name) {
        rows[name] = Version(id: row[0], version: row[2], installedSize: row[3])
      } else {
        gone.append(row[0])
      }
    }
    let statements = try PackageSQL.removal.map { try database.cachedStatement(sql: $0) }
    for id in gone {
      for statement in statements { try statement.run([id]) }
    }
  }

  private mutating func insertNewcomers(_ workload: DebianWorkload) throws -> [PackageRecord] {
    let newcomers = workload.newPackages.filter { rows[$0.name] == nil }
    let maintainers = try numbers(PackageSQL.maintainers)
    let sections = try numbers(PackageSQL.sections)
    let insertion = try database.cachedStatement(sql: PackageSQL.insertPackage)
    let waiting = try database.cachedStatement(sql: PackageSQL.linkWaiting)
    for record in newcomers {
      let maintainer = workload.maintainers[record.maintainer]
      let key = maintainer.name + "\n" + (maintainer.email ?? "")
      try insertion.run(
        record.arguments(
          id: nextID, maintainer: maintainers[key] ?? 0,
          section: sections[workload.sections[record.section]] ?? 0))
      try waiting.run([nextID, record.name])
      rows[record.name] = Version(
        id: nextID, version: record.version, installedSize: record.installedSize)
      nextID += 1
    }
    return newcomers
  }

  private func insertDependencies(_ records: [PackageRecord]) throws {
    let statement = try database.cachedStatement(sql: PackageSQL.insertDependency)
    var id = try Int64.fetchOne(database, sql: "SELECT max(id) FROM dependency") ?? 0
    for record in records {
      guard let row = rows[record.name] else { continue }
      for item in record.dependencies {
        id += 1
        try statement.run(
          item.arguments(id: id, package: row.id, target: rows[item.name]?.id))
      }
    }
  }

  private func noteUpgrades(to changed: [PackageRecord]) throws {
    let selection = try database.cachedStatement(sql: PackageSQL.installed)
    let insertion = try database.cachedStatement(sql: PackageSQL.insertUpgrade)
    for record in changed {
      for old in try String.fetchAll(selection, arguments: [record.name]) {
        let growth = record.installedSize - (rows[record.name]?.installedSize ?? 0)
        try insertion.run([record.name, old, record.version, growth])
      }
    }
  }

  /// The numbers of rows by a text.
  private func numbers(_ sql: String) throws -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    let rows = try Row.fetchCursor(database, sql: sql)
    while let row = try rows.next() { numbers[row[1]] = row[0] }
    return numbers
  }
}
