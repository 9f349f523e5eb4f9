// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A section of a controller's results: objects that follow one another and have one section name.
public protocol NSFetchedResultsSectionInfo {
  /// The section name of its objects; `""` if they have none, and for the one section of a controller
  /// without a key path for names.
  var name: String { get }
  /// Its title in an index beside the list, if it has one.
  var indexTitle: String? { get }
  /// The number of its objects. Nothing is loaded.
  var numberOfObjects: Int { get }
  /// Its objects in their order. An array is made: O(objects).
  var objects: [Any]? { get }
}

/// The kinds of changes that a controller reports of objects and, the first two, of sections.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  /// It has come into the results.
  case insert = 1
  /// It has left the results.
  case delete = 2
  /// It stands elsewhere among those that stay; its values may have changed, too.
  case move = 3
  /// It was changed or refreshed, and stands where it stood among those that stay.
  case update = 4
}
