// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DebianPackages
import Foundation

/// The small index that the tests read.
enum Fixture {
  static var url: URL {
    (Bundle.module.resourceURL ?? Bundle.module.bundleURL)
      .appendingPathComponent("Fixtures/Packages")
  }

  static func index() throws -> PackageIndex { try IndexSource.files([url]).index() }

  static func package(_ name: String) throws -> PackageRecord? {
    try index().packages.first { $0.name == name }
  }

  /// The index of a text, given to the reader in pieces of that size.
  static func index(of text: String, pieces: Int = .max) throws -> PackageIndex {
    var index = PackageIndex()
    var reader = StanzaReader()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.read(rest.prefix(pieces)) { try index.add($0) }
      rest = rest.dropFirst(pieces)
    }
    try reader.finish { try index.add($0) }
    return index
  }

  static func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// The dependencies of a field with that value.
  static func dependencies(_ value: String, field: String = "Depends") throws -> [DependencyRecord]
  {
    try index(of: "Package: p\nVersion: 1\n\(field): \(value)\n").packages[0].dependencies
  }
}
