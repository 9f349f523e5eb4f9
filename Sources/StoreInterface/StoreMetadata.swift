// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A store's identity and the dictionary that is kept with it.
package struct StoreMetadata: Sendable, Equatable {
  /// The store's UUID, upper case.
  package var identifier: String
  /// A binary property list: the metadata dictionary without the UUID. Backends keep it as it is.
  package var properties: Data

  package init(identifier: String, properties: Data) {
    self.identifier = identifier
    self.properties = properties
  }
}
