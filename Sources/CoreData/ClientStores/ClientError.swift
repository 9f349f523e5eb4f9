// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The error that a client store throws: it reaches the caller as it is, with the store named where
/// an error has room for that.
enum ClientError {
  /// The same error; a Cocoa or other `NSError` also names the store.
  static func named(_ error: any Error, _ store: NSPersistentStore) -> any Error {
    if type(of: error) is NSError.Type {
      // First: on Linux an NSError of any domain casts to CocoaError.
      let error = error as NSError
      guard error.userInfo[NSAffectedStoresErrorKey] == nil else { return error }
      return NSError(
        domain: error.domain, code: error.code, userInfo: adding(store, to: error.userInfo))
    }
    guard let cocoa = error as? CocoaError, cocoa.userInfo[NSAffectedStoresErrorKey] == nil else {
      return error
    }
    return CocoaError(cocoa.code, userInfo: adding(store, to: cocoa.userInfo))
  }

  private static func adding(
    _ store: NSPersistentStore, to userInfo: [String: Any]
  ) -> [String: Any] {
    var userInfo = userInfo
    userInfo[NSAffectedStoresErrorKey] = [store]
    return userInfo
  }

  /// Returns the error on its way through the layers below.
  static func storeError(_ error: any Error, _ store: NSPersistentStore) -> StoreError {
    if let known = error as? StoreError { return known }
    var result = StoreError(.client, store: store.url?.path ?? store.type, message: "\(error)")
    result.underlying = named(error, store)
    return result
  }
}
