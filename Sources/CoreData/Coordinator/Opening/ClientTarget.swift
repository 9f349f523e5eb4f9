// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// A new store of a class that clients write. It is opened in a coordinator of its own, under the
/// ordinal that it will have, and moves over when it is complete: so the numbers that stand for its
/// references stay.
struct ClientTarget: TransferTarget {
  let backend: any StoreBackend
  let metadata: StoreMetadata
  private let store: NSPersistentStore
  private let shelter: NSPersistentStoreCoordinator
  private let coordinator: NSPersistentStoreCoordinator
  private let url: URL?
  /// Where the file of an atomic store is until it is complete.
  private let temporary: TransferPlace?
  /// Where the file is that was in the place of a store that writes there from the start.
  private let spare: URL?
  /// True if nothing was there.
  private let isNewPlace: Bool

  /// - Parameter identifier: the UUID that the store has from its next opening on; nil: the one that
  ///   it is made with.
  init(
    _ request: StoreRequest, _ storeClass: NSPersistentStore.Type, ordinal: Int,
    metadata: [String: Any], identifier: String? = nil
  ) throws {
    coordinator = request.coordinator
    url = request.url.map(StoreLocation.standardised)
    let isAtomic = storeClass is NSAtomicStore.Type
    temporary = isAtomic ? url.flatMap(TransferPlace.init) : nil
    isNewPlace = !isAtomic && !ClientTarget.isTaken(url)
    spare = isAtomic ? nil : try ClientTarget.setAside(url)
    shelter = NSPersistentStoreCoordinator(managedObjectModel: coordinator.managedObjectModel)
    let opening = StoreRequest(
      coordinator: shelter, type: request.type, configuration: request.configuration,
      url: temporary?.url ?? request.url, options: request.options, entities: request.entities,
      privateOrdinal: ordinal)
    do { store = try ClientStoreOpening(opening, storeClass).run() } catch {
      if isNewPlace { ClientTarget.clear(url) }
      ClientTarget.restore(spare, to: url)
      throw error
    }
    backend = store.backend
    let identifier = identifier ?? store.reference.identifier
    let complete = metadata.merging(request.automaticMetadata(identifier: identifier)) { $1 }
    store.metadata = complete
    self.metadata = try StoreMetadataCoding.encoded(complete, identifier: identifier)
  }

  var numbers: ReferenceNumbers? { store.reference.numbers }

  func takePlace(of old: NSPersistentStore) throws -> NSPersistentStore {
    try coordinator.router.requireUnused(backend.metadata.identifier, by: store.ordinal)
    if let file = temporary?.url, let url {
      try StoreFileMove.move(file.path, to: url.path)
      store.url = url
    }
    leaveShelter()
    store.move(to: coordinator)
    try StoreSuccession(of: old, by: store, in: coordinator).run()
    if let spare { try? FileManager.default.removeItem(at: spare) }  // left over, it is only a file
    store.metadataWasSaved()
    return store
  }

  /// Gives out no number that the store has given out whose objects come here.
  func continueNumbers(of old: NSPersistentStore) {
    store.continueNumbers(of: old)
  }

  func settle() throws {
    if let file = temporary?.url, let url { try StoreFileMove.move(file.path, to: url.path) }
    close()
  }

  private func close() {
    leaveShelter()
    store.willRemove(from: nil)
    store.detach()
    backend.close()
  }

  func discard() {
    guard !coordinator.persistentStores.contains(where: { $0 === store }) else { return }
    leaveShelter()
    store.detach()
    backend.close()
    // It may never have been written.
    if let file = temporary?.url { try? FileManager.default.removeItem(at: file) }
    if isNewPlace { ClientTarget.clear(url) }
    ClientTarget.restore(spare, to: url)
  }

  private func leaveShelter() {
    _ = try? shelter.router.unmount(store.ordinal)  // it is the only one there, or left before
    shelter.delist(store)
  }

  // MARK: - What was there

  private static func isTaken(_ url: URL?) -> Bool {
    guard let url, url.isFileURL else { return false }
    return FileManager.default.fileExists(atPath: url.path)
  }

  private static func setAside(_ url: URL?) throws -> URL? {
    guard let url, isTaken(url), let spare = StoreLocation.neighbour(url)
    else { return nil }
    try FileManager.default.moveItem(at: url, to: spare)
    return spare
  }

  /// Removes the file of a store that was never complete; anything but a file is not its own.
  private static func clear(_ url: URL?) {
    guard let url, url.isFileURL,
      // What has no attributes is not there.
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return }
    try? FileManager.default.removeItem(at: url)  // left over, it is only a file
  }

  private static func restore(_ spare: URL?, to url: URL?) {
    guard let spare, let url else { return }
    // What is there now is of no use, or nothing.
    try? FileManager.default.removeItem(at: url)
    // The error that led here is the one to report; the file stays beside its place.
    try? FileManager.default.moveItem(at: spare, to: url)
  }
}

/// The error of a class method of stores that a user's class does not override.
enum MissingOverride {
  private static let key = "CDMissingOverride"

  /// - Parameters:
  ///   - method: as it is written.
  ///   - purpose: what an override does.
  static func error(
    for storeClass: NSPersistentStore.Type, method: String, purpose: String
  ) -> CocoaError {
    CocoaError.make(
      .coreData, reason: "\(storeClass) must override \(method): \(purpose).",
      userInfo: [
        "NSExceptionName": ExceptionName.internalInconsistency.rawValue, key: method,
      ])
  }

  static func isCause(of error: any Error) -> Bool {
    (error as? CocoaError)?.userInfo[key] != nil
  }
}
