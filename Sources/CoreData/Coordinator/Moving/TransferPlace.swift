// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The place where a store is filled that is to take another's place: a hidden file in the same
/// folder. A locked file beside it lives as long as this; by that, what a process that died has
/// left behind is told from what is being written.
final class TransferPlace {
  let url: URL
  private let marker: TemporaryFile
  private let sign: TransferSign

  /// Also removes what earlier transfers to the same place have left. Nil for what is no file.
  init?(beside target: URL) {
    guard let path = TransferPlace.path(target) else { return nil }
    sign = TransferSign(beside: path)
    sign.raise()
    TemporaryFile.removeAbandoned(beside: path, for: .copying)
    marker = TemporaryFile(beside: path, for: .copying)
    sign.raise()
    let end = TemporaryFile.Purpose.copying.rawValue
    // The name has an extension, so that the folder of external files has the UUID in its name too.
    url = URL(fileURLWithPath: marker.path.dropLast(end.count) + ".copy")
  }

  deinit {
    if marker.descriptor >= 0 {
      unlink(marker.path)
      close(marker.descriptor)
    }
    sign.clear()
  }

  /// Removes what processes that died while they filled a store have left beside its place. Reads
  /// the folder if there may be something.
  static func removeAbandoned(beside target: URL) {
    if let path = path(target) { removeAbandoned(besidePath: path) }
  }

  /// The same for an added store, which mostly knows its file's path.
  static func removeAbandoned(beside store: NSPersistentStore) {
    if store.place.engine != nil, let path = store.backend.location?.path {
      removeAbandoned(besidePath: path)
    } else if let url = store.url {
      removeAbandoned(beside: url)
    }
  }

  private static func removeAbandoned(besidePath path: String) {
    let sign = TransferSign(beside: path)
    if sign.isUp { sign.clear() }
  }

  private static func path(_ target: URL) -> String? {
    let place = StoreLocation.standardised(target)
    return place.isFileURL && !place.path.hasPrefix("/dev/null") ? place.path : nil
  }
}

/// A new store that is being filled, and how it becomes the one that is added.
protocol TransferTarget {
  var backend: any StoreBackend { get }
  /// The numbers that stand for the names of a client store; nil for a store that numbers its
  /// objects.
  var numbers: ReferenceNumbers? { get }
  /// The new store's metadata.
  var metadata: StoreMetadata { get }

  /// The store is complete: it takes the place of the one that it is a copy of.
  func takePlace(of old: NSPersistentStore) throws -> NSPersistentStore

  /// The store is complete, and takes the place that it was made for, added nowhere.
  func settle() throws

  /// Removes what there is of the new store; everything else is as it was before.
  func discard()
}
