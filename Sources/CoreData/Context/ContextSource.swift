// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The context above another, and those below it. Set once.
struct ContextSource {
  /// The context above; nil for one with a coordinator.
  private(set) var parent: NSManagedObjectContext?
  /// The contexts whose parent this is.
  let children = ContextRegistry()

  mutating func stand(below parent: NSManagedObjectContext) { self.parent = parent }
}

extension NSManagedObjectContext {
  /// The context that this one fetches from and saves to; nil for one with a coordinator.
  final var parentContext: NSManagedObjectContext? { @inline(__always) get { source.parent } }

  final var children: ContextRegistry { source.children }

  /// Stores assigned to objects that no store has yet.
  final var assignments: StoreAssignments { identityMap.assignments }
}
