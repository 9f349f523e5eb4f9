// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// The place of an added store in its coordinator.
final class StoreMount: Sendable {
  /// The type that it was added as.
  let type: String
  /// The engine behind it; nil for a client's store.
  let engine: (any StoreEngine.Type)?
  let backend: any StoreBackend
  /// The number that keys of its objects carry.
  let ordinal: Int
  let reference: StoreReference
  let entities: StoreEntities
  private let knownFile = OrderedMutex<StoreLocation.FileNumber?>(nil, .leaf)

  init(
    type: String, engine: (any StoreEngine.Type)?, backend: any StoreBackend, ordinal: Int,
    reference: StoreReference, entities: StoreEntities
  ) {
    self.type = type
    self.engine = engine
    self.backend = backend
    self.ordinal = ordinal
    self.reference = reference
    self.entities = entities
  }

  /// The number of the file, which an engine keeps open; nil where there is none, or where every save
  /// makes another. Looked up once.
  var file: StoreLocation.FileNumber? {
    guard engine != nil else { return nil }
    let known = knownFile.withLock { $0 }
    if known != nil { return known }
    guard let location = backend.location else { return nil }
    let found = StoreLocation.FileNumber(location)
    knownFile.withLock { $0 = found }
    return found
  }

  /// True if its objects are named by references of a client store.
  var isOfClient: Bool { reference.numbers != nil }
}

/// The parameters of a new store.
struct StoreRecipe {
  let type: String
  let coordinator: NSPersistentStoreCoordinator?
  /// Nil for the whole model.
  let configurationName: String?
  let url: URL
  let options: [AnyHashable: Any]?
}

/// A backend whose store takes requests in the words of the API.
protocol RequestAnswering: StoreBackend {
  /// Returns the store's answer as it is; throws what the store throws. Any thread.
  func answer(
    _ request: NSPersistentStoreRequest, for context: NSManagedObjectContext
  ) throws(StoreError) -> Any

  /// Forgets the records that were read: they may not be true any more.
  func forgetRecords()
}
