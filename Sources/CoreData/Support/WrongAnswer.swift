// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A user's store answered with what its method must not give: 134060 where the caller can throw;
/// elsewhere the program stops with the same sentence.
enum WrongAnswer {
  private static let key = "CDWrongAnswer"

  /// - Parameter sentence: names the store's class and method, and says what to answer.
  static func error(_ sentence: String, of store: NSPersistentStore) -> CocoaError {
    CocoaError.make(
      .coreData, reason: sentence,
      userInfo: [
        "NSExceptionName": ExceptionName.invalidArgument.rawValue,
        NSAffectedStoresErrorKey: [store], key: true,
      ])
  }

  /// Stops the program if an error that goes no further is of this kind.
  static func report(_ error: any Error) {
    guard let cocoa = error as? CocoaError, cocoa.userInfo[key] != nil else { return }
    raise(.invalidArgument, cocoa.userInfo["reason"] as? String ?? "\(cocoa)")
  }
}
