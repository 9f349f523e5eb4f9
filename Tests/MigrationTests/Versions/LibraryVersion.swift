// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation

/// A version of the example's model *Library*.
struct LibraryVersion {
  let number: Int

  static let first = LibraryVersion(number: 1)
  static let last = LibraryVersion(number: 13)
  /// The version that needs a mapping model.
  static let mapped = 9

  var name: String { number == 1 ? "Library" : "Library \(number)" }

  var url: URL { ExampleModels.library.appendingPathComponent("\(name).xcdatamodel") }

  func model() throws -> NSManagedObjectModel {
    guard let model = NSManagedObjectModel(contentsOf: url) else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
    }
    return model
  }
}
