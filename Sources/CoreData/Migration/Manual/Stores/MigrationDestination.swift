// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The store that a migration fills. A file is filled in another place, and takes its own when it is
/// complete: until then what was there is as it was, also when the process dies (R-PSC-571, 581).
final class MigrationDestination {
  private let end: MigrationEnd
  private let kind: StoreRegistry.Kind
  private let temporary: TransferPlace?
  /// True if objects are added to a store that was there.
  let isAddition: Bool
  /// Entries of the metadata that the store is to have besides those that it has. A store that was there
  /// keeps its own.
  private let metadata: [String: Any]

  /// Nothing has been written yet. Throws 134160.
  ///
  /// - Parameter isReplacement: what is there now does not stay.
  init(_ end: MigrationEnd, metadata: [String: Any], isReplacement: Bool) throws {
    self.end = end
    do {
      kind = try StoreRegistry.kind(of: end.type)
      isAddition = !isReplacement && Self.isThere(end.url, kind)
      self.metadata = isAddition ? [:] : metadata
      temporary = try Self.place(for: end, kind)
      if isAddition { try copy() }
    } catch {
      throw end.wrapped(error, as: .migrationManagerDestinationStore, "cannot be migrated to")
    }
  }

  /// True if the store keeps what is saved out of memory, so that saving now and then helps.
  var isIncremental: Bool {
    switch kind {
    case .engine: true
    case .client(let storeClass): !(storeClass is NSAtomicStore.Type)
    }
  }

  /// Opens the store, or makes it. Throws 134160.
  ///
  /// - Parameters:
  ///   - others: entities outside of the configuration of which objects come.
  ///   - tracksHistory: nil: as the options say.
  func open(
    in stack: MigrationStack, configuration: String?, besides others: [NSEntityDescription],
    tracksHistory: Bool? = nil
  ) throws {
    var end = end
    end.tracksHistory = tracksHistory
    do {
      let store = try stack.open(
        end, at: temporary?.url ?? end.url, configuration: configuration, besides: others,
        isReadOnly: false)
      guard !store.isReadOnly else { throw readOnly }
      let own = store.metadata ?? [:]
      // A client's store may have been there without a file.
      let all =
        isIncrementalOfClient
        ? own.merging(metadata) { own, _ in own } : own.merging(metadata) { $1 }
      stack.coordinator.setMetadata(all, for: store)
    } catch {
      throw end.wrapped(error, as: .migrationManagerDestinationStore, "cannot be migrated to")
    }
  }

  private var isIncrementalOfClient: Bool {
    if case .client = kind { isIncremental } else { false }
  }

  /// Waits until nobody saves to a file that is to be replaced, and keeps others from it; nil for an
  /// engine, which finds out who has it open when it moves the new one there. Throws 134090.
  func lock() throws -> FileLock? {
    guard case .client = kind, temporary != nil else { return nil }
    let access = StoreFileAccess(StoreOptionValues(end.options))
    return try FileLock.take(StoreLocation.standardised(end.url), timeout: access.timeout)
  }

  /// The store is complete and closed. Throws 134160, and leaves everything as it was.
  func settle() throws {
    guard let file = temporary?.url else { return }
    let place = StoreLocation.standardised(end.url)
    do {
      switch kind {
      case .engine(let engine): try engine.moveFile(at: file, to: place)
      case .client: try StoreFileMove.move(file.path, to: place.path)
      }
    } catch {
      discard()
      throw end.wrapped(error, as: .migrationManagerDestinationStore, "cannot be migrated to")
    }
  }

  /// Removes what there is of the closed store.
  func discard() {
    guard let file = temporary?.url else { return discardInPlace() }
    switch kind {
    case .engine(let engine): engine.removeFile(at: file)
    // It may never have been written.
    case .client: try? FileManager.default.removeItem(at: file)
    }
  }

  /// A client's store that cannot be made elsewhere; anything but a file is not its own.
  private func discardInPlace() {
    guard !isAddition, end.url.isFileURL,
      // What has no attributes is not there.
      let attributes = try? FileManager.default.attributesOfItem(atPath: end.url.path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return }
    try? FileManager.default.removeItem(at: end.url)  // left over, it is only a file
  }

  // MARK: - Places

  private static func isThere(_ url: URL, _ kind: StoreRegistry.Kind) -> Bool {
    switch kind {
    case .engine(let engine): engine.hasStore(at: url) && !isEmptied(url, engine)
    case .client: url.isFileURL && StoreLocation.hasStore(at: url)
    }
  }

  /// A store that was destroyed leaves a file, which counts as none.
  private static func isEmptied(_ url: URL, _ engine: any StoreEngine.Type) -> Bool {
    do {
      _ = try engine.readMetadata(at: url)
      return false
    } catch {
      return error.kind == .missingStore
    }
  }

  private static func place(
    for end: MigrationEnd, _ kind: StoreRegistry.Kind
  ) throws -> TransferPlace? {
    switch kind {
    case .engine(let engine): guard engine.needsLocation else { return nil }
    case .client(let storeClass): guard storeClass is NSAtomicStore.Type else { return nil }
    }
    try requireFile(end)
    return TransferPlace(beside: end.url)
  }

  private static func requireFile(_ end: MigrationEnd) throws {
    guard end.url.isFileURL else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: end.url.path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { return }
      throw CocoaError.make(.fileWriteFileExists, reason: "\(end.name) is a folder.")
    }
    try FileManager.default.createDirectory(
      at: end.url.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// The copy that objects are added to.
  private func copy() throws {
    try StoreAssembly.requireType(end.type, at: end.url)
    guard let file = temporary?.url else { return }
    switch kind {
    case .engine(let engine):
      let access = StoreFileAccess(StoreOptionValues(end.options))
      try engine.replace(at: file, withStoreAt: end.url, access)
    case .client: try FileManager.default.copyItem(at: end.url, to: file)
    }
  }

  private var readOnly: CocoaError {
    CocoaError.make(.fileWriteNoPermission, reason: "The store is read-only.")
  }
}
