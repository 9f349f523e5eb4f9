// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A kind of store that can hold the objects.
enum Backend: String, CaseIterable, Codable {
  case sqlite, lmdb, memory

  /// Those that this program was built with.
  static let available: [Backend] = {
    var backends: [Backend] = []
    #if SQLite
    backends.append(.sqlite)
    #endif
    #if LMDB
    backends.append(.lmdb)
    #endif
    return backends + [.memory]
  }()

  /// A list separated by commas; nothing twice.
  static func list(_ text: String) throws -> [Backend] {
    var list: [Backend] = []
    for word in text.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      guard let backend = Backend(rawValue: word.lowercased()), available.contains(backend) else {
        throw ToolFailure.usage(
          "there is no backend '\(word)'; choose from "
            + available.map(\.rawValue).joined(separator: ", "))
      }
      if !list.contains(backend) { list.append(backend) }
    }
    guard !list.isEmpty else { throw ToolFailure.usage("--backends names none") }
    return list
  }

  /// How people and results call it.
  var name: String {
    switch self {
    case .sqlite: "SQLite"
    case .lmdb: "LMDB"
    case .memory: "In-memory"
    }
  }

  var storeType: String {
    switch self {
    case .sqlite: NSSQLiteStoreType
    case .lmdb: LMDBStoreType
    case .memory: NSInMemoryStoreType
    }
  }

  var isDurable: Bool { self != .memory }

  /// Returns the settings by which each save must be on the disk, or may stay in memory for a
  /// while.
  func settings(isForced: Bool) -> [String: String] {
    switch self {
    case .sqlite: ["synchronous": isForced ? "FULL" : "NORMAL"]
    case .lmdb: ["sync": isForced ? "full" : "none"]
    case .memory: [:]
    }
  }

  /// The end of its files' names.
  var pathExtension: String { rawValue }
}
