// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The coordinator or parent that a context fetches from and saves to, and its children. Set once.
struct ContextSource {
  private(set) var coordinator: NSPersistentStoreCoordinator?
  /// The context above; nil for one with a coordinator.
  private(set) var parent: NSManagedObjectContext?
  /// The contexts whose parent this is.
  let children = ContextRegistry()

  /// Stands above the stores of a coordinator; below a parent, that at the root.
  mutating func use(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  mutating func stand(below parent: NSManagedObjectContext) { self.parent = parent }
}

extension NSManagedObjectContext {
  final var coordinator: NSPersistentStoreCoordinator? {
    @inline(__always) get { source.coordinator }
  }

  /// The context that this one fetches from and saves to; nil for one with a coordinator.
  final var parentContext: NSManagedObjectContext? { @inline(__always) get { source.parent } }

  final var children: ContextRegistry { source.children }

  final var identityMap: IdentityMap { @inline(__always) get { registry.map } }

  /// Stores assigned to objects that no store has yet.
  final var assignments: StoreAssignments { identityMap.assignments }
}
