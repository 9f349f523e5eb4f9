// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Harness

/// What was measured, in which version.
enum Versions {
  /// The one the manifest asks for; the library does not say.
  private static let grdb = "7.10.0"

  static func all(python: Bool) -> [String: String] {
    var versions = RawVersions.all
    versions["GRDB"] = grdb
    // A missing compiler is no reason not to measure.
    let swift = try? Shell.output("/usr/bin/env", ["swift", "--version"])
    versions["Swift"] = swift?.split(separator: "\n").first.map { String($0) }
    guard python else { return versions }
    versions["Python"] = try? Shell.output("/usr/bin/env", ["python3", "--version"])
    return versions.merging(requirements) { $1 }
  }

  /// The mappers of `requirements.txt`; nothing where it is missing.
  private static var requirements: [String: String] {
    guard let folder = try? Competitors.scripts(),
      let text = try? String(contentsOfFile: folder + "/requirements.txt", encoding: .utf8)
    else { return [:] }
    let pairs = text.split(separator: "\n").map { $0.components(separatedBy: "==") }
    let mappers = pairs.filter { $0.count == 2 && ["Django", "SQLAlchemy"].contains($0[0]) }
    return Dictionary(uniqueKeysWithValues: mappers.map { ($0[0], $0[1]) })
  }
}
