// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreInterface

/// A store that only a coordinator opens, as the suites want it: the mounted backend, with the
/// coordinator behind it, which closing takes it out of.
///
/// It keeps the store, and with it what numbers stand for, so that keys mean the same after
/// reopening.
// Sendable: stored properties are constants.
final class CustomBackend: StoreBackend, @unchecked Sendable {
  private let coordinator: NSPersistentStoreCoordinator
  private let store: NSPersistentStore
  private let inner: any StoreBackend

  init(_ type: String, _ configuration: StoreConfiguration, enforcesUniqueness: Bool)
    throws(StoreError)
  {
    do {
      let made = try SchemaModel.of(
        configuration.schema, entities: configuration.entities,
        keepsConstraints: enforcesUniqueness)
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: made.model)
      var options: [AnyHashable: Any] = [NSPersistentStoreTimeoutOption: configuration.timeout]
      if configuration.isReadOnly { options[NSReadOnlyPersistentStoreOption] = true }
      store = try coordinator.addPersistentStore(
        ofType: type, configurationName: made.configuration, at: configuration.url,
        options: options)
    } catch {
      throw CustomBackend.storeError(error, type)
    }
    inner = coordinator.backend(of: store)
  }

  private static func storeError(_ error: any Error, _ type: String) -> StoreError {
    let kind: StoreError.Kind =
      switch (error as? CocoaError)?.code {
      case .fileReadNoSuchFile: .missingFile
      case .fileReadCorruptFile: .corrupt
      case .persistentStoreTypeMismatch: .wrongType
      case .fileWriteNoPermission, .fileReadNoPermission: .notPermitted
      default: .cannotOpen
      }
    return StoreError(kind, store: type, message: "\(error)")
  }

  var capabilities: StoreCapabilities { inner.capabilities }
  var metadata: StoreMetadata { inner.metadata }

  func beginRead() throws(StoreError) -> any StoreSnapshot { try inner.beginRead() }
  func beginWrite() throws(StoreError) -> any StoreTransaction { try inner.beginWrite() }
  func statistics() throws(StoreError) -> StoreFigures { try inner.statistics() }

  func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    try inner.reserveNumbers(count, root: root)
  }

  func close() {
    guard coordinator.persistentStores.contains(where: { $0 === store }) else { return }
    try? coordinator.remove(store)  // fails only for a store that is not there
  }
}
