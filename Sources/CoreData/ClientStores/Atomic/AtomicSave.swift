// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// One save of an atomic store: the calls to its nodes in their order (R-PSC-410), and everything
/// put back when one fails (R-PSC-412).
struct AtomicSave {
  private let backend: AtomicBackend
  private let store: NSAtomicStore
  private let objects: SavedObjects
  private let changes: ChangeSet

  init(backend: AtomicBackend, changes: ChangeSet, objects: SavedObjects) {
    self.backend = backend
    store = backend.store
    self.changes = changes
    self.objects = objects
  }

  /// - Parameter derive: gives nodes the values that do not come from objects.
  func run(deriving derive: () throws -> Void) throws {
    let journal = store.journal
    let before = store.registeredNodes
    journal.begin()
    do {
      try insert()
      try update(journal)
      remove(journal)
      try derive()
      journal.close()
      try write()
      journal.end()
    } catch {
      journal.restore()
      store.registeredNodes = before
      throw error
    }
  }

  private func write() throws {
    do { try store.save() } catch {
      backend.noteFailedSave()
      throw error
    }
  }

  private func insert() throws {
    var added: [NSAtomicStoreCacheNode] = []
    for object in objects.inserted {
      let node = store.newCacheNode(for: object)
      guard node.objectID == object.objectID else {
        throw WrongAnswer.error(
          "newCacheNode(for:) of \(type(of: store)) made a node for "
            + "\(node.objectID.uriRepresentation()) instead of "
            + "\(object.objectID.uriRepresentation()). Make it with the object's ID.", of: store)
      }
      store.register([node])
      added.append(node)
    }
    // Related nodes are all there only now.
    for (object, node) in zip(objects.inserted, added) where object.isRelated {
      store.updateCacheNode(node, from: object)
    }
  }

  private func update(_ journal: NodeJournal) throws {
    for object in objects.updated {
      guard let node = store.cacheNode(for: object.objectID) else {
        throw CocoaError.make(
          .persistentStoreSave,
          reason: "The store \(store.url?.path ?? store.type) has no node of "
            + "\(object.objectID.uriRepresentation()).",
          userInfo: [NSAffectedObjectsErrorKey: [object]])
      }
      journal.note(node)
      store.updateCacheNode(node, from: object)
    }
  }

  private func remove(_ journal: NodeJournal) {
    guard let coordinator = store.persistentStoreCoordinator else { return }
    let nodes = changes.deletes.compactMap {
      store.cacheNode(for: coordinator.objectID(for: $0.key.inStore(store.ordinal)))
    }
    guard !nodes.isEmpty else { return }
    nodes.forEach(journal.note)
    store.willRemoveCacheNodes(Set(nodes))
    store.unregister(nodes)
  }
}

extension NSManagedObject {
  /// True if a stored relationship leads anywhere.
  fileprivate final var isRelated: Bool {
    layout.relationships.contains { index in
      let access = layout.access[index]
      guard access.isPersistent else { return false }
      return access.kind == .toOne ? toOne(index) != nil : !members(index).isEmpty
    }
  }
}
