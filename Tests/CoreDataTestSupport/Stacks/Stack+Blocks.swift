// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation
import Testing

extension Stack {
  /// A stack whose persons are traced.
  package static func traced(_ kind: StackKind) throws -> Stack {
    try Stack(kind, model: GarageModel.make(person: TracedPerson.self))
  }

  /// Runs a block with a new context, inside the context's queue.
  @discardableResult
  package func run<T>(_ block: (NSManagedObjectContext) throws -> T) throws -> T {
    let context = context()
    return try context.performAndWait { try block(context) }
  }

  /// What a block gives in a pass that no commit of the process fell into, not even another test's:
  /// after one, rows are looked up again. Each pass has a new context.
  package func runUndisturbed<T>(_ block: (NSManagedObjectContext) throws -> T) throws -> T {
    while true {
      let commits = NSPersistentStoreCoordinator.commitCount
      let result = try run(block)
      if NSPersistentStoreCoordinator.commitCount == commits { return result }
    }
  }
}

extension NSManagedObjectContext {
  /// A person of the class that the model names.
  package func traced(_ name: String = "Ada") throws -> TracedPerson {
    try #require(insert("Person", ["firstName": name]) as? TracedPerson)
  }

  /// The one object of an entity.
  package func only(_ name: String) throws -> NSManagedObject {
    let all = try all(name)
    try #require(all.count == 1)
    return all[0]
  }
}

/// Runs a block with a context on a store in memory. For exit tests, which capture nothing.
package func inMemory(_ block: (NSManagedObjectContext) throws -> Void) throws {
  let stack = try Stack(StackKind.singles[0], model: GarageModel.make(person: TracedPerson.self))
  try stack.run(block)
}

extension ExitTest.Result {
  /// Whether the process ended because of a reported programmer error of this name.
  package func reports(_ exception: String) -> Bool {
    String(decoding: standardErrorContent, as: UTF8.self).contains("*** \(exception)")
  }
}

/// The error that a body throws, if it is one of Cocoa's.
package func failure(_ body: () throws -> Void) -> CocoaError? {
  do {
    try body()
    return nil
  } catch { return error as? CocoaError }
}
