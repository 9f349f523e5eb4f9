// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A first look into the file of an existing store: what it says of itself, and what was opened to learn
/// that. An opening that is given the visit goes on with it instead of opening the file again.
package protocol StoreVisit: AnyObject, Sendable {
  var metadata: StoreMetadata { get }

  /// Closes what is open, unless an opening has taken it.
  func end()
}

/// A visit that has closed the file again.
package final class MetadataVisit: StoreVisit {
  package let metadata: StoreMetadata

  package init(_ metadata: StoreMetadata) { self.metadata = metadata }

  package func end() {}
}
