// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreTestSupport

/// Files that Apple's tools have written. They are not part of the project: tests of them are skipped
/// where the folder `shared/samples/apple` is not beside it, or that of `OPENCOREDATA_SAMPLES`.
enum AppleSamples {
  static let folder: URL? = {
    let chosen = ProcessInfo.processInfo.environment["OPENCOREDATA_SAMPLES"]
    let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      chosen.map { URL(fileURLWithPath: $0) }
      ?? project.deletingLastPathComponent().appendingPathComponent("shared/samples/apple")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static var areThere: Bool { folder != nil }

  static func url(_ path: String) throws -> URL {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return folder.appendingPathComponent(path)
  }

  /// Copies a store into a folder, where it may be written.
  static func copy(_ name: String, to directory: TemporaryDirectory) throws -> URL {
    let target = directory.url.appendingPathComponent(name)
    let content = try Data(contentsOf: url("stores/\(name)"))
    try content.write(to: target)
    return target
  }
}
