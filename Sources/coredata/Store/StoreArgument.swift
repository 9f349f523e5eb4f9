// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// A store's file as named on the command line.
enum StoreArgument {
  /// Its URL, if there is a file.
  static func existing(_ path: String) throws -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ToolFailure("\(path): no such file")
    }
    guard !isFolder.boolValue else { throw ToolFailure("\(path) is a folder, not a store") }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw ToolFailure("\(path) cannot be read: permission denied")
    }
    return URL(fileURLWithPath: path)
  }
}
