// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The source or the destination of a migration, as its caller names it.
struct MigrationEnd {
  let url: URL
  let type: String
  private let given: [AnyHashable: Any]
  /// The configuration whose entities the store has; nil: what its metadata say.
  var configuration: String?
  /// True if what is written goes into the history of the store; nil: as the options say.
  var tracksHistory: Bool?

  init(_ url: URL, type: String, options: [AnyHashable: Any]?, configuration: String? = nil) {
    self.url = url
    self.type = type
    given = options ?? [:]
    self.configuration = configuration
  }

  var name: String { url.isFileURL ? url.path : url.absoluteString }

  /// The options without those that would migrate the store when it is opened.
  var options: [AnyHashable: Any] {
    let own: Set<AnyHashable> = [
      NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
      NSPersistentStoreDeferredLightweightMigrationOptionKey,
      NSPersistentStoreStagedMigrationManagerOptionKey,
    ]
    var options = given.filter { !own.contains($0.key) }
    if let tracksHistory { options[NSPersistentHistoryTrackingKey] = tracksHistory ? true : nil }
    return options
  }

  /// An error about the store.
  func error(
    _ code: CocoaError.Code, _ reason: String, underlying: (any Error)? = nil
  ) -> CocoaError {
    CocoaError.make(
      code, reason: reason, userInfo: [NSFilePathErrorKey: url.path], underlying: underlying)
  }

  /// The error of an end that something else went wrong with.
  func wrapped(_ error: any Error, as code: CocoaError.Code, _ attempt: String) -> CocoaError {
    let reason = (error as? StoreError)?.description ?? error.localizedDescription
    return self.error(code, "\(name) \(attempt): \(reason)", underlying: error)
  }
}
