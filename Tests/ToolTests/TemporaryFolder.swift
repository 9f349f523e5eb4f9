// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A folder that lives as long as the value that made it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("ToolTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }  // what is left does no harm

  var path: String { url.path }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func emptyFile(_ name: String) throws -> URL { try file(name, Data()) }

  @discardableResult
  func file(_ name: String, _ content: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try content.write(to: file)
    return file
  }

  @discardableResult
  func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }

  /// The names of everything in the folder.
  func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
