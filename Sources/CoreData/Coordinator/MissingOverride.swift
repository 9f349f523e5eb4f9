// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The error of a class method of stores that a user's class does not override.
enum MissingOverride {
  private static let key = "CDMissingOverride"

  /// - Parameters:
  ///   - method: as it is written.
  ///   - purpose: what an override does.
  static func error(
    _ storeClass: NSPersistentStore.Type, _ method: String, _ purpose: String
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
