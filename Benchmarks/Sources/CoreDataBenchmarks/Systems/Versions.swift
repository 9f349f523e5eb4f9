// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Harness

/// What was measured, in which version.
enum Versions {
  static func all(python: Bool) -> [String: String] {
    var versions = RawVersions.all
    // A missing compiler is no reason not to measure.
    let swift = try? Shell.output("/usr/bin/env", ["swift", "--version"])
    versions["Swift"] = swift?.split(separator: "\n").first.map { String($0) }
    if python { versions["Python"] = try? Shell.output("/usr/bin/env", ["python3", "--version"]) }
    return versions
  }
}
