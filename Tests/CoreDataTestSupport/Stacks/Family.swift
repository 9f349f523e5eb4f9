// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// A parent and a child over each kind of stack.
package struct Family {
  package let stack: Stack
  package let parent: NSManagedObjectContext
  package let child: NSManagedObjectContext

  package init(_ kind: StackKind, model: NSManagedObjectModel = GarageModel.make()) throws {
    stack = try Stack(kind, model: model)
    parent = stack.context()
    child = Family.child(of: parent)
  }

  package static func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    return child
  }

  /// Runs inside the child's queue, and the parent's, which the child enters anyway.
  package func run<T>(_ block: (NSManagedObjectContext, NSManagedObjectContext) throws -> T)
    rethrows -> T
  {
    try child.performAndWait { try parent.performAndWait { try block(parent, child) } }
  }

  /// What another context of the same coordinator finds.
  package func stored(_ entity: String, _ format: String? = nil) throws -> Int {
    try stack.run { try $0.all(entity, format).count }
  }
}
