// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import Foundation
package import StoreInterface

/// A look into a file by the connection that is going to be the store's first one.
///
/// The connection stays in the transaction in which it has read the metadata: an opening that goes on
/// finds what they belong to.
// Sendable: whoever opens a store has the visit to himself.
final class OpeningVisit: StoreVisit, @unchecked Sendable {
  /// The parts of a visit that an opening goes on with.
  struct Held {
    let file: DatabaseFile
    let connection: Connection
    let metadata: StoreMetadata
  }

  let metadata: StoreMetadata
  private var held: (file: DatabaseFile, connection: Connection)?

  init(_ metadata: StoreMetadata, of file: DatabaseFile, by connection: Connection) {
    self.metadata = metadata
    held = (file, connection)
  }

  deinit { end() }

  /// Hands out what is open; nil the second time, and when another file is in the place by now.
  func take() -> Held? {
    // Why it is another is told by what is done with it.
    guard let held, (try? held.file.requireSame(forWriting: true)) != nil else {
      end()
      return nil
    }
    self.held = nil
    return Held(file: held.file, connection: held.connection, metadata: metadata)
  }

  func end() {
    guard let held else { return }
    self.held = nil
    held.connection.close()
    held.file.close()
  }
}

extension SQLiteStore {
  package static func visit(
    _ configuration: StoreConfiguration, at url: URL
  ) throws(StoreError) -> any StoreVisit {
    if let visit = try FileOpening(configuration).visit() { return visit }
    return MetadataVisit(try readMetadata(at: url))
  }
}
#endif
