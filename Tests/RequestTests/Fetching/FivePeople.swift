// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// Five persons, aged 20 to 24, stored, and the request that finds them by name.
enum FivePeople {
  static func request() -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    return request
  }

  /// Runs a block with a context that has forgotten them.
  static func run(
    _ kind: StackKind, _ body: (NSManagedObjectContext, Stack) throws -> Void
  ) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      for (index, name) in ["Ada", "Bob", "Cyd", "Dan", "Eve"].enumerated() {
        _ = context.insert("Person", ["firstName": name, "age": 20 + index])
      }
      try context.save()
      context.reset()
      try body(context, stack)
    }
  }
}
