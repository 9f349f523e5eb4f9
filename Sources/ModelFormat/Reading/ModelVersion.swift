// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A version of a model on disk, not read yet.
package struct ModelVersion: Sendable, Equatable {
  /// The folder's name without extension; may contain spaces and dots.
  package var name: String
  /// The XML file.
  package var contents: URL

  package init(name: String, contents: URL) {
    self.name = name
    self.contents = contents
  }
}
