// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The file of an atomic store, which a save replaces, or writes anew, whoever saves.
extension AtomicBackend {
  func checkFiles(
    isRepairing: Bool, while goesOn: @escaping () -> Bool
  ) throws(StoreError) -> [FileFinding] {
    let store = store
    return try gate.call {
      do { try requireUnchangedFile() } catch {
        return [
          FileFinding(
            .damage, "the file of \(store.url?.path ?? store.type) was changed by somebody else")
        ]
      }
      return []
    }
  }

  func changeCount() throws(StoreError) -> UInt64? { StoreFile.changeCount(store.url) }

  var writtenFiles: [String] {
    guard let url = store.url, url.isFileURL else { return [] }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    let place = folder.appendingPathComponent(url.lastPathComponent)
    // A link leads to the file that is replaced.
    return [place.resolvingSymlinksInPath().path]
  }
}
