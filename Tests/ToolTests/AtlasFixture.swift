// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation

/// The stores of one run of the demonstration, made once for all tests that only look at them.
struct AtlasFixture: Sendable {
  let folder: TemporaryFolder

  static let shared = Result { try AtlasFixture() }

  private init() throws {
    folder = try TemporaryFolder()
    let outcome = try Tool.run("demo", "--json", "--dir", folder.path)
    guard outcome.status == 0 else { throw DemoFailed(complaint: outcome.complaint) }
  }

  struct DemoFailed: Error {
    let complaint: String
  }

  func path(_ name: String) -> String { folder.path(name) }
}

extension Models {
  /// The place of an example model.
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Models/\(name).xcdatamodeld").standardized.path
  }
}
#endif
