// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Moving all objects of an entity from one store to another, some thousand at a time.
struct Relocating {
  private static let partSize = 1_000

  private let relocation: EntityRelocation
  private let source: NSPersistentStore
  private let target: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator

  init(
    _ relocation: EntityRelocation, from source: NSPersistentStore, to target: NSPersistentStore,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    self.relocation = relocation
    self.source = source
    self.target = target
    self.coordinator = coordinator
  }

  func run() throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
    try context.performAndWait { while try movePart(in: context) {} }
  }

  /// Returns false when there is nothing left to move.
  private func movePart(in context: NSManagedObjectContext) throws -> Bool {
    let request = NSFetchRequest<NSManagedObject>(entityName: relocation.entity)
    request.affectedStores = [source]
    request.fetchLimit = Self.partSize
    let objects = try context.fetch(request)
    guard !objects.isEmpty else { return false }
    try context.move(objects, to: target, relationships: relocation.relationships)
    try context.save()
    context.reset()
    return true
  }
}
