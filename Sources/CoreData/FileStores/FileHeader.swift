// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a store's file says of itself.
struct FileHeader {
  /// The number of the first object; Apple's stores begin with the same.
  static let firstNumber: Int64 = 102
  /// No file has an object beyond.
  static let greatestNumber: Int64 = 1 << 60

  /// Without the UUID and the type.
  private(set) var metadata: [String: Any]
  var identifier: String?
  /// The highest number an object ever had, as far as the file knows.
  var lastNumber: Int64

  init(metadata: [String: Any], identifier: String?, lastNumber: Int64) {
    self.metadata = metadata
    self.metadata[NSStoreUUIDKey] = nil
    self.metadata[NSStoreTypeKey] = nil
    self.identifier = identifier
    self.lastNumber = lastNumber
  }

  /// The metadata as clients see it.
  func complete(type: String) -> [String: Any] {
    var result = metadata
    result[NSStoreTypeKey] = type
    result[NSStoreUUIDKey] = identifier
    return result
  }
}
