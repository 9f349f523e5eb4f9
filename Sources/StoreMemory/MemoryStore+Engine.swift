// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import StoreInterface

extension MemoryStore: StoreEngine {
  package static var typeName: String { "InMemory" }
  package static var errorDomain: String? { nil }
  package static var needsLocation: Bool { false }

  package static func recognises(contentAt url: URL) -> Bool { false }

  package static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata {
    throw missing(url)
  }

  package static func writeMetadata(
    _ metadata: StoreMetadata, at url: URL
  ) throws(StoreError) {
    throw missing(url)
  }

  package static func readNotes(
    at url: URL, under prefix: String
  ) throws(StoreError) -> [StoreNote] {
    throw missing(url)
  }

  package static func inspect(at url: URL) throws(StoreError) -> StoreInspection {
    throw missing(url)
  }

  package static func moveFile(at source: URL, to destination: URL) throws(StoreError) {}
  package static func removeFile(at url: URL) {}
  package static func destroy(at url: URL, _ access: StoreFileAccess) throws(StoreError) {}

  package static func replace(
    at destination: URL, withStoreAt source: URL, _ access: StoreFileAccess
  ) throws(StoreError) {
    throw missing(source)
  }

  private static func missing(_ url: URL) -> StoreError {
    StoreError(
      .missingFile, store: url.path, message: "An in-memory store exists only while it is added.")
  }
}
