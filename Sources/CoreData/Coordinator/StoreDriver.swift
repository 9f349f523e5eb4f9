// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// How stores of one type are opened and looked into. Each built-in type has one, in
/// `StoreAssembly.swift`.
protocol StoreDriver: Sendable {
  /// Whether a store must have a URL.
  static var needsLocation: Bool { get }
  /// Whether a store (not merely an empty file) is at a URL.
  static func hasContent(at url: URL) -> Bool
  static func open(_ configuration: StoreConfiguration) throws(StoreError) -> any StoreBackend
  static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata
  static func writeMetadata(_ metadata: StoreMetadata, at url: URL) throws(StoreError)
  /// What the file says about itself, without a model. Changes nothing.
  static func inspect(at url: URL) throws(StoreError) -> StoreInspection

  /// Settings for filling a new store that is of no use before it is complete.
  static var bulkSettings: [String: String] { get }
  /// Puts a closed store in the place of whatever is at another URL of the same folder, or leaves
  /// everything as it was. Throws `.timeout` when what is there is in use.
  static func moveFile(at source: URL, to destination: URL) throws(StoreError)
  /// Removes a store that nobody has open.
  static func removeFile(at url: URL)
}

extension StoreDriver {
  static var needsLocation: Bool { true }

  static func hasContent(at url: URL) -> Bool { StoreLocation.hasContent(at: url) }
}
