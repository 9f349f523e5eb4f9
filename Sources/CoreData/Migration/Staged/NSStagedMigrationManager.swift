// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import Synchronization

/// The stages through which an old store is led to the present model when it is added.
///
/// ```swift
/// let manager = NSStagedMigrationManager([addFloor, requireFloor])
/// let description = NSPersistentStoreDescription(url: url)
/// description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
/// container.persistentStoreDescriptions = [description]
/// container.loadPersistentStores { description, error in
///   if let error { print("\(description) was not loaded: \(error)") }
/// }
/// ```
///
/// Each step is durable: after an error, or the end of the program, the next adding of the store goes on
/// behind the last one. A store of the model's version is added as it is. Stages that cannot lead the
/// store to the model are an error of the adding, before anything is changed: 134060 for a version in
/// several stages, 134140 for a store of a version that no stage names, 134506 for one of a later version
/// than the model, 134110 when the last stage does not end with the model, 134505 for a store without a
/// checksum, 134504 for a reference to a model that is not there.
///
/// One manager may serve several stores, one at a time.
// Sendable: stages are set at the beginning, the container is behind the mutex.
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  /// The stages, in the order in which they run.
  open var stages: [NSMigrationStage] { list }
  private let list: [NSMigrationStage]
  private let current = OrderedMutex<NSPersistentContainer?>(nil, .leaf)
  /// The turn of a store. Taken before any other lock but that of its coordinator's structure.
  private let turn = NSRecursiveLock()

  /// A manager of stages, which run in the given order.
  public init(_ stages: [NSMigrationStage]) { list = stages }

  /// The store that is being migrated, opened with the model of the handler that runs; nil outside of
  /// handlers. Its contexts are of use within the handler; what they have not saved then is lost.
  open var container: NSPersistentContainer? { current.withLock { $0 } }

  /// Runs a block while no other store is migrated with this manager.
  final func inTurn<T>(_ body: () throws -> T) rethrows -> T {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  /// Runs a block while a container is the one of the handlers.
  final func showing(_ container: NSPersistentContainer, _ body: () throws -> Void) rethrows {
    current.withLock { $0 = container }
    defer { current.withLock { $0 = nil } }
    try body()
  }

  /// The number of stages.
  open override var description: String { "\(ObjectText.head(self)) (stages: \(stages.count))" }
}
