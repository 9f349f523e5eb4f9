// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Harness

/// Enters an index into empty tables; the transaction is the caller's.
struct RawPackageImport {
  private let connection: RawConnection

  init(_ connection: RawConnection) { self.connection = connection }

  func run(_ workload: DebianWorkload) throws {
    try insertMaintainers(workload.maintainers)
    try insertSections(workload.sections)
    let package = try PackageStatement(connection, .insert)
    for (place, record) in workload.packages.enumerated() {
      try package.run(
        record, id: Int64(place + 1), maintainer: Int64(record.maintainer + 1),
        section: Int64(record.section + 1))
    }
    let dependency = try DependencyStatement(connection, nextID: 1)
    for (place, record) in workload.packages.enumerated() {
      for item in record.dependencies {
        let target = item.target < 0 ? nil : Int64(item.target + 1)
        try dependency.run(item, package: Int64(place + 1), target: target)
      }
    }
    try insertInstallations(workload.installations)
  }

  private func insertMaintainers(_ records: [MaintainerRecord]) throws {
    let statement = try RowStatement(connection, PackageSQL.insertMaintainer)
    for (place, record) in records.enumerated() {
      statement.bind(1, Int64(place + 1))
      statement.bind(2, record.name)
      statement.bind(3, record.email)
      try statement.run()
    }
  }

  private func insertSections(_ names: [String]) throws {
    let statement = try RowStatement(connection, PackageSQL.insertSection)
    for (place, name) in names.enumerated() {
      statement.bind(1, Int64(place + 1))
      statement.bind(2, name)
      try statement.run()
    }
  }

  private func insertInstallations(_ records: [InstallationRecord]) throws {
    let statement = try RowStatement(connection, PackageSQL.insertInstallation)
    for (place, record) in records.enumerated() {
      statement.bind(1, Int64(place + 1))
      statement.bind(2, record.name)
      statement.bind(3, record.version)
      statement.bind(4, record.installedAt)
      statement.bind(5, Int64(record.isAutomatic ? 1 : 0))
      statement.bind(6, record.note)
      try statement.run()
    }
  }
}
