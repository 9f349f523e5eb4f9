// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Writing the state of one store to its place.
struct BackupWriting {
  private let store: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator
  private let options: BackupOptions
  private let run: BackupRun

  init(
    _ store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator,
    _ options: BackupOptions, reportingTo run: BackupRun
  ) {
    self.store = store
    self.coordinator = coordinator
    self.options = options
    self.run = run
  }

  /// After an error, or a cancellation, there is what was there before.
  /// - Parameter inspect: looks at the complete file before it takes its place.
  func write(
    _ held: HeldStore, to place: BackupPlace, inspect: (URL) throws -> Void = { _ in }
  ) throws {
    guard let hidden = TransferPlace(beside: place.url) else {
      throw place.refusal("a backup is a file")
    }
    do {
      try fill(hidden.url, with: held, for: place)
      if options.makesNewIdentifier { try rename(hidden.url, place.type) }
      inheritMode(hidden.url)
      try inspect(hidden.url)
      try run.requireGoingOn()
      try place.take(hidden.url)
    } catch {
      place.discard(hidden.url)
      throw translated(error, place)
    }
  }

  private func fill(_ url: URL, with held: HeldStore, for place: BackupPlace) throws {
    switch held.content {
    case .image(let image):
      var settings = ImageSettings()
      settings.pagesInStep = options.pagesInStep
      settings.isCompact = options.isCompact
      let isWhole = try image.write(to: url, settings) { run.report($0.done, of: $0.total) }
      guard isWhole else { throw CancellationError() }
    case .rows(let rows):
      let target = try RowBackup(of: store, in: coordinator, to: url, place)
      try target.run(rows) { run.report($0.done, of: $0.total) }
    }
  }

  /// The copy becomes another store.
  private func rename(_ url: URL, _ type: BackupType) throws {
    var metadata = try StaticMetadata.read(type: type.name, at: url)
    metadata[NSStoreUUIDKey] = UUID().uuidString
    try StaticMetadata.write(metadata, type: type.name, at: url)
  }

  /// Who may not read the store may not read its backup.
  private func inheritMode(_ url: URL) {
    var status = stat()
    guard let source = store.url, source.isFileURL, stat(source.path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    chmod(url.path, status.st_mode & 0o777)
  }

  // MARK: - Errors

  private func translated(_ error: any Error, _ place: BackupPlace) -> any Error {
    switch error {
    case StoreCopyError.cancelled: CancellationError()
    case StoreCopyError.source(let inner), StoreCopyError.destination(let inner):
      failure(inner, place)
    case let inner as StoreError: failure(inner, place)
    case let inner as StoreCopyError: place.refusal(inner.description)
    case let inner as RoutingError:
      ErrorTranslation.cocoaError(inner, coordinator: coordinator, objects: [])
    default: error
    }
  }

  private func failure(_ error: StoreError, _ place: BackupPlace) -> any Error {
    if let underlying = error.underlying { return underlying }
    let code: CocoaError.Code =
      switch error.kind {
      case .diskFull: .fileWriteOutOfSpace
      case .notPermitted, .readOnly: .fileWriteNoPermission
      case .timeout: .persistentStoreTimeout
      case .corrupt: .fileReadCorruptFile
      default: .persistentStoreOperation
      }
    return CocoaError.make(
      code, reason: place.text(error.description),
      userInfo: [NSFilePathErrorKey: place.url.path, NSAffectedStoresErrorKey: [store]],
      underlying: error)
  }
}
