// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DebianModel

/// The questions about an index, answered with what they sum up to.
struct PackageQueries {
  let context: NSManagedObjectContext

  /// Package by package, through the relationships.
  func requirers(of name: String) throws -> Int64 {
    let request = Package.fetchRequest()
    request.predicate = NSPredicate(format: "name == %@", name)
    request.fetchLimit = 1
    request.relationshipKeyPathsForPrefetching = ["dependents.package"]
    guard let package = try context.fetch(request).first else { return 0 }
    var found: Set<Package> = []
    for case let dependency as Dependency in package.dependents ?? NSSet()
    where dependency.isRequired {
      if let requirer = dependency.package { found.insert(requirer) }
    }
    return found.reduce(0) { $0 + 1 + Int64($1.name?.utf8.count ?? 0) }
  }

  /// Level by level, one fetch each.
  func allRequirers(of name: String) throws -> Int64 {
    let request = Package.fetchRequest()
    request.predicate = NSPredicate(format: "name == %@", name)
    var level = try context.fetch(request)
    var found: Set<Package> = []
    while !level.isEmpty {
      let links = Dependency.fetchRequest()
      links.predicate = NSPredicate(
        format: "target IN %@ AND kind IN %@", level, DependencyKind.required.map(\.rawValue))
      links.relationshipKeyPathsForPrefetching = ["package"]
      level = try context.fetch(links).compactMap(\.package).filter { found.insert($0).inserted }
    }
    return found.reduce(0) { $0 + 1 + $1.installedSize }
  }

  func packages(beginning prefix: String) throws -> Int64 {
    try sizes(NSPredicate(format: "name BEGINSWITH %@", prefix), DebianWorkload.prefixLimit)
  }

  func packages(mentioning word: String) throws -> Int64 {
    try sizes(
      NSPredicate(format: "name CONTAINS[c] %@ OR summary CONTAINS[c] %@", word, word),
      DebianWorkload.wordLimit)
  }

  private func sizes(_ predicate: NSPredicate, _ limit: Int) throws -> Int64 {
    let request = Package.fetchRequest()
    request.predicate = predicate
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Package.name, ascending: true)]
    request.fetchLimit = limit
    return try context.fetch(request).reduce(0) {
      $0 + Int64(($1.name?.utf8.count ?? 0) + ($1.summary?.utf8.count ?? 0))
    }
  }
}

extension Dependency {
  /// Whether the package does not work without.
  var isRequired: Bool { DependencyKind.required.contains { $0.rawValue == kind } }
}
