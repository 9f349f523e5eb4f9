// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

extension NSManagedObjectContext {
  func insert(_ name: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: name, into: self)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func all(
    _ name: String, _ format: String? = nil, sortedBy key: String? = nil
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    if let format { request.predicate = NSPredicate(format: format) }
    if let key { request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }
    return try fetch(request)
  }

  /// The one object of an entity.
  func only(_ name: String, _ format: String? = nil) throws -> NSManagedObject {
    let all = try all(name, format)
    try #require(all.count == 1)
    return all[0]
  }
}

extension NSManagedObject {
  func string(_ key: String) -> String? { value(forKey: key) as? String }

  func members(_ key: String) -> Set<NSManagedObject> {
    value(forKey: key) as? Set<NSManagedObject> ?? []
  }

  func list(_ key: String) -> [NSManagedObject] {
    (value(forKey: key) as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
  }

  func names(_ key: String) -> [String] { list(key).map { $0.string("name") ?? "-" } }
}
