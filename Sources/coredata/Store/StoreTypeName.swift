// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Store types as people write them.
enum StoreTypeName {
  /// Returns the type of a copy: as named, else as the file's extension says, else that of the
  /// original.
  static func type(named name: String?, file: URL, original: String) throws -> String {
    if let name { return try type(named: name) }
    switch file.pathExtension.lowercased() {
    case "sqlite", "sqlite3", "db": return try type(named: "sqlite")
    case "lmdb", "mdb": return try type(named: "lmdb")
    case "xml": return try type(named: "xml")
    case "binary", "plist": return try type(named: "binary")
    default: return original
    }
  }

  private static func type(named name: String) throws -> String {
    guard let type = durable.first(where: { $0.lowercased() == name.lowercased() }) else {
      let known = durable.map { $0.lowercased() }.sorted().joined(separator: ", ")
      throw ToolFailure.usage(
        "there is no store type '\(name)' that writes a file; known: \(known)")
    }
    return type
  }

  private static var durable: [String] {
    NSPersistentStoreCoordinator.registeredStoreTypes.keys.filter { $0 != NSInMemoryStoreType }
  }
}
