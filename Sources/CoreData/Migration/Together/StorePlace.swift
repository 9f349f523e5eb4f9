// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The file of a store, and the copy of it that is migrated.
struct StorePlace {
  let url: URL
  let copy: URL
  private let type: String
  private let engine: (any StoreEngine.Type)?

  init(_ url: URL, type: String) {
    self.url = StoreLocation.standardised(url)
    self.type = type
    copy = StoreMark.copy(of: url)
    // A type that is not known any more was a class with a file.
    if case .engine(let known) = try? StoreRegistry.kind(of: type) {
      engine = known
    } else {
      engine = nil
    }
  }

  /// Throws 134090 if somebody has the store open.
  func requireUnused() throws {
    guard let engine, StoreLocation.hasContent(at: url) else { return }
    do {
      guard try engine.isInUse(at: url) else { return }
    } catch {
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
    throw CocoaError.make(
      .persistentStoreTimeout,
      reason: "\(url.path) is open in this process or another, and cannot be migrated meanwhile.",
      userInfo: [NSFilePathErrorKey: url.path])
  }

  /// Copies the store as it was last saved; nothing where there is none.
  func makeCopy() throws {
    discardCopy()
    guard StoreLocation.hasStore(at: url) else { return }
    guard let engine else {
      return try FileManager.default.copyItem(at: url, to: copy)
    }
    do { try engine.replace(at: copy, withStoreAt: url, StoreFileAccess()) } catch {
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  /// Writes the copy, which is closed, out to the disk.
  func secureCopy() throws {
    try StoreMark.synchronise(copy.path)
    try StoreMark.synchronise(copy.deletingLastPathComponent().path)
  }

  /// The copy takes the place, unless it has done so already.
  func takeCopy() throws {
    guard access(copy.path, F_OK) == 0 else { return }
    do {
      if let engine { return try engine.moveFile(at: copy, to: url) }
      try StoreFileMove.move(copy.path, to: url.path)
    } catch {
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  /// Removes the copy, and what a process that died while it migrated it has left.
  func discardCopy() {
    TransferPlace.removeAbandoned(beside: copy)
    if let engine { return engine.removeFile(at: copy) }
    try? FileManager.default.removeItem(at: copy)  // mostly there is none
  }
}
