// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A file beside a store's place that is there while stores are filled that are to take the place. Only where it is do
/// openings look through the folder for what dead processes have left: a folder may be long.
struct TransferSign {
  private let target: String
  private let path: String

  init(beside target: String) {
    self.target = target
    path = TemporaryFile.prefix(target) + "copies"
  }

  /// True while somebody fills a store, and after somebody died of it.
  var isUp: Bool { access(path, F_OK) == 0 }

  /// To be called before and after the files are made that it tells of: whoever lowers it in between has not seen them.
  func raise() {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Removes what dead processes have left, and the sign if there is nothing else. Reads the folder.
  func clear() {
    guard !isAnythingLeft() else { return }
    unlink(path)
    // Somebody may have begun since the folder was read.
    if isAnythingLeft() { raise() }
  }

  private func isAnythingLeft() -> Bool {
    TemporaryFile.removeAbandoned(beside: target, for: .copying) > 0
  }
}
