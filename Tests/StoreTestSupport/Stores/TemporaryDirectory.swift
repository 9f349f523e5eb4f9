// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
package import Foundation
import Synchronization

/// A folder that is there as long as the value is referenced.
package final class TemporaryDirectory: Sendable {
  package let url: URL
  private let remotes = Mutex<Set<URL>>([])

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("StoreTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Takes a store on a server along, so that it goes with the folder.
  func owning(_ remote: URL) -> URL {
    _ = remotes.withLock { $0.insert(remote) }
    return remote
  }

  deinit {
    // Leftovers do no harm, and a deinitialiser has nobody to tell.
    for remote in remotes.withLock({ $0 }) { try? ClientStores.removeRemote(remote) }
    try? FileManager.default.removeItem(at: url)
  }
}
