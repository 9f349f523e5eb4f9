// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// What is stored.
extension Checker {
  /// A context that knows nothing reads what is stored.
  func checkStore(_ oracle: Oracle) throws {
    let context = subject.stack.context()
    try context.performAndWait {
      let objects = try context.all("Item")
      var numbers: [ObjectIdentifier: Int] = [:]
      for object in objects { numbers[ObjectIdentifier(object)] = subject.number(object.objectID) }
      let names = { (objects: [NSManagedObject]) in
        objects.map { numbers[ObjectIdentifier($0)] ?? -2 }
      }
      guard Set(names(objects)) == Set(oracle.store.keys) else {
        throw Mismatch("stored are \(names(objects).sorted()), not \(oracle.store.keys.sorted())")
      }
      for object in objects {
        let number = names([object])[0]
        let found = Checker.record(of: object, names)
        guard let expected = oracle.store[number]?.sorted, found != expected else { continue }
        throw Mismatch("#\(number) is stored as \(found), not \(expected)")
      }
    }
  }

  private static func record(
    of object: NSManagedObject, _ names: ([NSManagedObject]) -> [Int]
  ) -> Oracle.Record {
    var record = Oracle.Record.empty
    for attribute in Shape.persistent {
      record.values[attribute] = number(object.value(forKey: Shape.attributes[attribute]))
    }
    for (relation, key) in Shape.relations.enumerated() {
      let value = object.value(forKey: key)
      if let other = value as? NSManagedObject {
        record.one[relation] = names([other])[0]
      } else if let members = value as? NSOrderedSet {
        record.many[relation] = names(members.array as? [NSManagedObject] ?? [])
      } else if let members = value as? Set<NSManagedObject> {
        record.many[relation] = names(Array(members)).sorted()
      }
    }
    return record
  }
}

extension Oracle.Record {
  /// Unordered members in the order of their numbers, to be compared.
  fileprivate var sorted: Oracle.Record {
    var record = self
    for relation in Shape.toMany where relation != Shape.ordered {
      record.many[relation].sort()
    }
    return record
  }
}
