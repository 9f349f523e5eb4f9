// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DebianModel

/// Brings the packages of a context to a new index; saving is the caller's.
struct PackageUpdate {
  private let context: NSManagedObjectContext
  private let entry: PackageImport
  /// The packages of the new index that are there already, and then the new ones, by name.
  private var packages: [String: Package] = [:]

  init(context: NSManagedObjectContext) {
    self.context = context
    entry = PackageImport(context: context)
  }

  mutating func run(_ workload: DebianWorkload) throws {
    try removeVanished(workload.newPackages)
    let newcomers = try insertNewcomers(workload)
    let changed = workload.newPackages.filter { packages[$0.name]?.versionText != $0.version }
    try noteUpgrades(to: changed)
    for record in changed {
      guard let package = packages[record.name] else { continue }
      for old in package.dependencies as? Set<Dependency> ?? [] { context.delete(old) }
      entry.fill(package, with: record)
    }
    for record in changed + newcomers {
      guard let package = packages[record.name] else { continue }
      for dependency in record.dependencies {
        entry.enter(dependency, of: package, target: packages[dependency.name])
      }
    }
  }

  /// Reads what there is, and deletes what the index has no more.
  private mutating func removeVanished(_ records: [PackageRecord]) throws {
    let names = Set(records.map(\.name))
    for package in try context.fetch(Package.fetchRequest()) {
      guard let name = package.name else { continue }
      if names.contains(name) { packages[name] = package } else { context.delete(package) }
    }
  }

  /// Inserts what is new, and links the dependencies that waited for it.
  private mutating func insertNewcomers(_ workload: DebianWorkload) throws -> [PackageRecord] {
    let maintainers = try maintainers()
    let sections = try sections()
    let newcomers = workload.newPackages.filter { packages[$0.name] == nil }
    for record in newcomers {
      let package = Package(context: context)
      entry.fill(package, with: record)
      package.maintainer = maintainers[workload.maintainers[record.maintainer]]
      package.section = sections[workload.sections[record.section]]
      packages[record.name] = package
    }
    let waiting = Dependency.fetchRequest()
    waiting.predicate = NSPredicate(
      format: "target == nil AND name IN %@", newcomers.map(\.name))
    for dependency in try context.fetch(waiting) {
      dependency.target = dependency.name.flatMap { packages[$0] }
    }
    return newcomers
  }

  /// Notes what could be upgraded, from the old versions.
  private func noteUpgrades(to changed: [PackageRecord]) throws {
    let records = Dictionary(uniqueKeysWithValues: changed.map { ($0.name, $0) })
    let request = Installation.fetchRequest()
    request.predicate = NSPredicate(format: "name IN %@", changed.map(\.name))
    for installation in try context.fetch(request) {
      guard let name = installation.name, let record = records[name] else { continue }
      let upgrade = Upgrade(context: context)
      upgrade.name = name
      upgrade.from = installation.versionText
      upgrade.to = record.version
      upgrade.growth = record.installedSize - (packages[name]?.installedSize ?? 0)
    }
  }

  private func maintainers() throws -> [MaintainerRecord: Maintainer] {
    let all = try context.fetch(Maintainer.fetchRequest())
    return Dictionary(
      all.map { (MaintainerRecord(name: $0.name ?? "", email: $0.email), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  private func sections() throws -> [String: Section] {
    let all = try context.fetch(Section.fetchRequest())
    return Dictionary(all.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }
}
