// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The decision that copies of several stores take the places of these: a hidden file beside the first
/// of them. While it is there each store has its new content, or gets it before it is used.
struct SetRecord {
  private struct Content: Codable {
    /// The paths of the stores' files.
    let stores: [String]
  }

  let path: String
  private let stores: [String]

  /// The path of a new record.
  static func path(beside url: URL) -> String {
    let place = StoreLocation.standardised(url)
    return "\(place.deletingLastPathComponent().path)/.\(UUID().uuidString).migrated"
  }

  /// Where a record is until it is whole.
  static func draft(_ path: String) -> String { path + ".draft" }

  /// Decides: afterwards there is no way back.
  init(at path: String, stores: [URL]) throws {
    self.path = path
    self.stores = stores.map { StoreLocation.standardised($0).path }
    let data = try PropertyListEncoder().encode(Content(stores: self.stores))
    // In one step, and lasting: the name is there when the content is.
    let draft = Self.draft(path)
    do {
      let file = try OutputFile(draft)
      try data.withUnsafeBytes { try file.write($0, at: 0) }
      try StoreFileMove.move(draft, to: path)
    } catch let error as StoreError {
      unlink(draft)
      throw ErrorTranslation.cocoaError(error, url: URL(fileURLWithPath: path), engine: nil)
    }
  }

  /// Reads a record; one that cannot be read is a decision all the same.
  init(_ path: String) {
    self.path = path
    let content = FileManager.default.contents(atPath: path).flatMap {
      // What is damaged names no stores.
      try? PropertyListDecoder().decode(Content.self, from: $0)
    }
    stores = content?.stores ?? []
  }

  /// Removes the record when every store has its new content.
  ///
  /// - Parameter mark: one that is about to go; without it the record would be left alone.
  func removeIfSettled(without mark: String? = nil) {
    let folder = (path as NSString).deletingLastPathComponent
    let marks = stores.flatMap { store -> [String] in
      let name = (store as NSString).lastPathComponent
      return [(store as NSString).deletingLastPathComponent, folder].map {
        "\($0)/.\(name).together"
      }
    }
    guard !stores.isEmpty, !marks.contains(where: { $0 != mark && access($0, F_OK) == 0 }) else {
      return
    }
    unlink(path)
  }
}
