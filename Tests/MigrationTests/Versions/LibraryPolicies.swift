// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Splits the names of patrons, as the mapping model of the example *Library* asks for.
final class PatronNamePolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource instance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: instance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [instance])
    let name = instance.value(forKey: "name") as? String ?? ""
    let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
    for patron in made {
      patron.setValue(parts.first, forKey: "firstName")
      patron.setValue(parts.last ?? "Unknown", forKey: "lastName")
    }
  }
}

/// Makes texts of the numbers of issues.
final class MagazineIssuePolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource instance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: instance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [instance])
    let issue = instance.value(forKey: "issue") as? Int
    for magazine in made { magazine.setValue(issue.map { "No. \($0)" }, forKey: "issue") }
  }
}
