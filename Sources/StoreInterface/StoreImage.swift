// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// One committed state of a store, kept to be written as a file of the store's own kind: a backup.
///
/// It holds what keeps the state readable, such as a read transaction, until it ends; writers go on
/// as beside a snapshot. Used by one thread at a time.
package protocol StoreImage: AnyObject {
  /// Writes the state, with all that belongs to it, as a new file whose folder exists. Nothing is
  /// synchronised. What a call leaves behind that throws, or that was ended, is for the caller to
  /// remove, as a store's file.
  ///
  /// - Parameter progress: called after each part; the call ends when it returns false.
  /// - Returns: false when it was ended so.
  func write(
    to url: URL, _ settings: ImageSettings, progress: ImageProgressHandler
  ) throws(StoreError) -> Bool

  /// Gives up what keeps the state. Idempotent; called at the latest on deinitialisation.
  func end()
}

/// How an image is written.
package struct ImageSettings: Sendable {
  /// How many pages are read at a time. Where readers keep writers waiting, that is for so long.
  package var pagesInStep = 256
  /// Leaves out pages that are not in use, where the engine can.
  package var isCompact = false

  package init() {}
}

/// How far the writing of an image has come, in bytes.
package struct ImageProgress: Sendable, Equatable {
  package let done: Int
  package let total: Int

  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}

/// Called on the writing thread.
package typealias ImageProgressHandler = (ImageProgress) -> Bool
