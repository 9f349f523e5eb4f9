// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A model bundle in a folder of its own, removed with the value that made it.
package final class ModelFile {
  package let folder: URL

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a version and returns the bundle's URL.
  @discardableResult
  package func write(
    _ entities: String, version: String = "Sample", bundle: String = "Sample"
  ) throws -> URL {
    let url = folder.appendingPathComponent("\(bundle).xcdatamodeld")
    let directory = url.appendingPathComponent("\(version).xcdatamodel")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="one">
      \(entities)
      </model>
      """
    try Data(text.utf8).write(to: directory.appendingPathComponent("contents"))
    return url
  }

  /// An entity element without a class.
  package static func entity(_ name: String, content: String, attributes: String = "") -> String {
    "<entity name=\"\(name)\" \(attributes)>\(content)</entity>"
  }
}
