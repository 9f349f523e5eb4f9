// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import Synchronization

/// A store of your own that is read whole and written whole: a file of any format.
///
/// Override ``load()``, ``save()``, ``newCacheNode(for:)``, ``updateCacheNode(_:from:)``,
/// ``newReferenceObject(for:)``, `type`, and the two class methods for metadata; register the class;
/// add stores of its type. Calls come one at a time, on any thread (R-PSC-417). A save that throws
/// leaves nodes, IDs and contexts as they were.
nonisolated open class NSAtomicStore: NSPersistentStore {
  final let journal = NodeJournal()
  private final let nodes = Mutex(Transferable([NSManagedObjectID: NSAtomicStoreCacheNode]()))

  /// Called by the coordinator to open or create the store (R-PSC-401). The URL may be of no file,
  /// or of an empty one: both mean a new store.
  public override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
      options: options)
  }

  /// True if a save replaces one file as a whole, and is on the disk when it returns.
  var isOneFile: Bool { false }

  // MARK: - To be overridden

  /// Makes the nodes of everything in the file and hands them to ``addCacheNodes(_:)``; called once,
  /// after `didAdd(to:)`. A throw fails the add (R-PSC-406), except for an empty file, which is a
  /// new store whatever comes.
  open func load() throws {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override load(), which reads the file and adds its nodes.")
  }

  /// Writes all nodes and the metadata. Called once per save, with everything up to date.
  open func save() throws {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override save(), which writes all nodes and the metadata.")
  }

  /// Returns a node for a new object, which has its permanent ID. Nodes of other new objects may
  /// not exist yet: if the object is related to any, ``updateCacheNode(_:from:)`` follows once all
  /// do.
  open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override newCacheNode(for:), which makes the node of a new "
        + "object.")
  }

  /// Brings a node up to date with its object. For related objects, set the nodes that
  /// ``cacheNode(for:)`` gives.
  open func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override updateCacheNode(_:from:), which brings a node up to "
        + "date with its object.")
  }

  /// Returns the store's own name for a new object: a string, a number, a UUID, or what else
  /// ``NSIncrementalStore/newObjectID(for:referenceObject:)`` takes. Unique in the entity's
  /// hierarchy, and the same for the same object when the file is read again (R-PSC-411).
  open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override newReferenceObject(for:), which names a new object.")
  }

  /// Nodes are about to be removed, their objects having been deleted; before ``save()``.
  open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

  // MARK: - For subclasses

  /// All nodes of the store.
  open func cacheNodes() -> Set<NSAtomicStoreCacheNode> {
    nodes.withLock { Transferable(Set($0.value.values)) }.value
  }

  /// Takes nodes in; their IDs must be of this store. While the store loads, one with the ID of
  /// another replaces it; afterwards that stops the program.
  open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    for node in cacheNodes { _ = StoreReferences.key(of: node.objectID, in: self) }
    register(cacheNodes)
    (mount?.backend as? AtomicBackend)?.take(cacheNodes)
  }

  /// Returns the node of an object, or nil.
  open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
    nodes.withLock { Transferable($0.value[objectID]) }.value
  }

  /// Returns the ID of an object by the store's own name for it. Not to be overridden (R-PSC-407).
  open func objectID(
    for entity: NSEntityDescription, withReferenceObject data: Any
  ) -> NSManagedObjectID {
    StoreReferences.id(of: data, entity, in: self)
  }

  /// Returns the store's own reference for the object of an ID, which must be of this store.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    StoreReferences.reference(of: objectID, in: self)
  }

  // MARK: - For the backend

  /// The nodes by ID.
  final var registeredNodes: [NSManagedObjectID: NSAtomicStoreCacheNode] {
    get { nodes.withLock { Transferable($0.value) }.value }
    set {
      let given = Transferable(newValue)
      nodes.withLock { $0.value = given.value }
    }
  }

  final func register(_ new: some Sequence<NSAtomicStoreCacheNode>) {
    let given = Transferable(Array(new))
    nodes.withLock { nodes in
      for node in given.value {
        nodes.value[node.objectID] = node
        node.journal = journal
      }
    }
  }

  final func unregister(_ gone: some Sequence<NSAtomicStoreCacheNode>) {
    let given = Transferable(Array(gone))
    nodes.withLock { nodes in
      for node in given.value { nodes.value[node.objectID] = nil }
    }
  }
}
