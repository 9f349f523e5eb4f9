// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where a store is filled that is to take another's place: a hidden file in the same folder. A
/// locked file beside it lives as long as this; by that, what a process that died has left behind
/// is told from what is being written.
final class TransferPlace {
  let url: URL
  private let marker: TemporaryFile

  /// Also removes what earlier transfers to the same place have left. Nil for what is no file.
  init?(beside target: URL) {
    guard let path = TransferPlace.path(target) else { return nil }
    TemporaryFile.removeAbandoned(beside: path, for: .copying)
    marker = TemporaryFile(beside: path, for: .copying)
    let end = TemporaryFile.Purpose.copying.rawValue
    // The name has an extension, so that the folder of external files has the UUID in its name too.
    url = URL(fileURLWithPath: marker.path.dropLast(end.count) + ".copy")
  }

  deinit {
    guard marker.descriptor >= 0 else { return }
    unlink(marker.path)
    close(marker.descriptor)
  }

  /// Removes what processes that died while they filled a store have left beside its place. Reads
  /// the folder.
  static func removeAbandoned(beside target: URL?) {
    guard let target, let path = path(target) else { return }
    TemporaryFile.removeAbandoned(beside: path, for: .copying)
  }

  private static func path(_ target: URL) -> String? {
    let place = StoreLocation.standardised(target)
    return place.isFileURL && !place.path.hasPrefix("/dev/null") ? place.path : nil
  }
}
