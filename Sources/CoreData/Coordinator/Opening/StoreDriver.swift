// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// How stores of one type are opened and looked into. Each built-in type has one, in
/// `StoreAssembly.swift`.
protocol StoreDriver: Sendable {
  /// True if a store must have a URL.
  static var needsLocation: Bool { get }
  /// Returns true if a store (not merely an empty file) is at a URL.
  static func hasContent(at url: URL) -> Bool
  static func open(_ configuration: StoreConfiguration) throws(StoreError) -> any StoreBackend
  static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata
  static func writeMetadata(_ metadata: StoreMetadata, at url: URL) throws(StoreError)
  /// Reads the file's description of itself, without a model. Changes nothing.
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

/// The saves of a store that a power failure may take. Our addition.
///
/// The death of the process takes no save that has returned, and a power failure damages no store
/// and leaves no half save in one, either way. Without a choice an SQLite store that is the only
/// durable one of its coordinator is relaxed, as Apple's is; each of several is full, so that they
/// do not lie apart after a power failure. LMDB stores are full. Binary and XML stores are full
/// always: they have nothing to gain.
public enum StoreDurability: String, Sendable, Hashable, CaseIterable {
  /// A save that has returned survives a power failure. Each waits for the disk.
  case full
  /// The last saves may be gone after a power failure, none of them in part.
  case relaxed

  var engine: Durability {
    switch self {
    case .full: .full
    case .relaxed: .relaxed
    }
  }
}
