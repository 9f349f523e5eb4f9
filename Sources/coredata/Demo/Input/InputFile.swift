// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Files that Debian packages bring.
enum InputFile {
  static func contents(of file: URL, package: String) throws -> Data {
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw ToolFailure(
        "\(file.path) is missing; install the package \(package) (make deps does)")
    }
    do {
      return try Data(contentsOf: file)
    } catch {
      throw ToolFailure("\(file.path) cannot be read: \(ErrorText.line(for: error))")
    }
  }
}
