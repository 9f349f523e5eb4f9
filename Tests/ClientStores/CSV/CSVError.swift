// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// What is wrong with a file, and where.
struct CSVError: Error {
  let line: Int
  let reason: String

  init(_ line: Int, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The error that clients see: a corrupt file, its line under ``CSVStore/lineKey``.
  func corruption(of url: URL) -> any Error {
    let text = "\(url.path):\(line): \(reason)"
    return CocoaError(
      .fileReadCorruptFile,
      userInfo: [
        NSFilePathErrorKey: url.path, NSLocalizedDescriptionKey: text,
        NSLocalizedFailureReasonErrorKey: reason, CSVStore.lineKey: line,
      ])
  }
}
