// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Files that Apple's tools wrote, which not everyone has: beside the package.
enum AppleSamples {
  /// Nil where there are none.
  static let folder: URL? = {
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let folder = package.deletingLastPathComponent()
      .appendingPathComponent("shared/samples/apple")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static let compiledVersions = [
    "SampleModel.momd/SampleModel", "SampleModel.momd/SampleModel2",
    "SampleModel.momd/SampleModel3", "SampleModel3.momd/SampleModel3",
    "SampleModel3.momd/SampleModel3_v2", "SampleModel3.momd/SampleModel3_v3",
  ]
  static let stores = [
    "SampleModel_V1", "SampleModel_V2", "SampleModel2_V2", "SampleModel3_V1", "logs",
  ]

  static func file(_ path: String) -> URL? { folder?.appendingPathComponent(path) }
}
