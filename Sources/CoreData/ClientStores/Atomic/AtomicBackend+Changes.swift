// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// How writing by others is noticed: a save replaces the file, or writes it anew.
extension AtomicBackend {
  func changeCount() throws(StoreError) -> UInt64? { StoreFile.changeCount(store.url) }

  var writtenFiles: [String] {
    guard let url = store.url, url.isFileURL else { return [] }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    let place = folder.appendingPathComponent(url.lastPathComponent)
    // A link leads to the file that is replaced.
    return [place.resolvingSymlinksInPath().path]
  }
}
