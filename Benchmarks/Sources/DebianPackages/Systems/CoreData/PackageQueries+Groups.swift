// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DebianModel

import class CoreData.NSExpression

extension PackageQueries {
  /// Every section's figures by a grouping fetch, and its first page.
  func sections() throws -> Int64 {
    let figures = try groups(by: "section").map { group in
      guard let section = try object(group, "section") as? Section else { return Int64(0) }
      let length = Int64(section.name?.utf8.count ?? 0)
      return try number(group, "count") * length + number(group, "size") + firstPage(of: section)
    }
    return figures.reduce(0, +)
  }

  private func firstPage(of section: Section) throws -> Int64 {
    let request = Package.fetchRequest()
    request.predicate = NSPredicate(format: "section == %@", section)
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Package.name, ascending: true)]
    request.fetchLimit = DebianWorkload.pageLimit
    return try context.fetch(request).reduce(0) { $0 + Int64($1.name?.utf8.count ?? 0) }
  }

  /// The biggest by a grouping fetch, their packages through the relationship.
  func biggestMaintainers() throws -> Int64 {
    let groups = try groups(by: "maintainer").map { (group: $0, size: number($0, "size")) }
    let biggest = groups.sorted { $0.size > $1.size }.prefix(DebianWorkload.biggestCount)
    return try biggest.enumerated().reduce(0) { sum, entry in
      let maintainer = try object(entry.element.group, "maintainer") as? Maintainer
      let names = lengthOfNames(maintainer?.packages ?? NSSet())
      return sum + entry.element.size * Int64(entry.offset + 1) + names
    }
  }

  private func lengthOfNames(_ packages: NSSet) -> Int64 {
    var length = 0
    for case let package as Package in packages { length += package.name?.utf8.count ?? 0 }
    return Int64(length)
  }

  /// What lies in the stores, counted.
  func contents() throws -> DebianWorkload.Contents {
    let resolved = Dependency.fetchRequest()
    resolved.predicate = NSPredicate(format: "target != nil")
    let sizes = NSFetchRequest<NSDictionary>(entityName: "Package")
    sizes.resultType = .dictionaryResultType
    sizes.propertiesToFetch = [column("size", "sum:", "installedSize")]
    var contents = DebianWorkload.Contents()
    contents.packages = try context.count(for: Package.fetchRequest())
    contents.dependencies = try context.count(for: Dependency.fetchRequest())
    contents.resolved = try context.count(for: resolved)
    contents.installations = try context.count(for: Installation.fetchRequest())
    contents.upgrades = try context.count(for: Upgrade.fetchRequest())
    contents.installedSize = try context.fetch(sizes).first.map { number($0, "size") } ?? 0
    return contents
  }

  // MARK: - Dictionaries

  /// Number and installed size of the packages that share the value of a relationship.
  private func groups(by relationship: String) throws -> [NSDictionary] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Package")
    request.resultType = .dictionaryResultType
    request.propertiesToGroupBy = [relationship]
    request.propertiesToFetch = [
      relationship, column("count", "count:", "name"), column("size", "sum:", "installedSize"),
    ]
    return try context.fetch(request)
  }

  private func column(
    _ name: String, _ function: String, _ attribute: String
  ) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(
      forFunction: function, arguments: [NSExpression(forKeyPath: attribute)])
    description.resultType = .integer64
    return description
  }

  private func object(_ group: NSDictionary, _ key: String) throws -> NSManagedObject? {
    try (group[key] as? NSManagedObjectID).map { try context.existingObject(with: $0) }
  }

  private func number(_ group: NSDictionary, _ key: String) -> Int64 {
    (group[key] as? NSNumber)?.int64Value ?? 0
  }
}
