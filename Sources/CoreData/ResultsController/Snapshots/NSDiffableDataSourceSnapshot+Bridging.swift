// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Casts between a snapshot and its reference, `as` and `as?`, in both directions, as between a string and
/// an `NSString`.
extension NSDiffableDataSourceSnapshot: _ObjectiveCBridgeable {
  /// The class of references.
  public typealias _ObjectType = NSDiffableDataSourceSnapshotReference

  /// Returns a reference with the same contents.
  public func _bridgeToObjectiveC() -> NSDiffableDataSourceSnapshotReference {
    NSDiffableDataSourceSnapshotReference { [self] in
      NSDiffableDataSourceSnapshotReference.Contents(
        sections: contents.map { (AnyHashable($0.identifier), $0.items.map(AnyHashable.init)) },
        reloadedItems: reloadedItemIdentifiers.map(AnyHashable.init),
        reconfiguredItems: reconfiguredItemIdentifiers.map(AnyHashable.init),
        reloadedSections: reloadedSectionIdentifiers.map(AnyHashable.init))
    }
  }

  /// Makes a snapshot of a reference whose identifiers are of these types; stops the program for others.
  public static func _forceBridgeFromObjectiveC(
    _ source: NSDiffableDataSourceSnapshotReference, result: inout Self?
  ) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Makes a snapshot of a reference; returns false if its identifiers are of other types.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSDiffableDataSourceSnapshotReference, result: inout Self?
  ) -> Bool {
    result = Self(source)
    return result != nil
  }

  /// Returns a snapshot of a reference whose identifiers are of these types; stops the program for others.
  public static func _unconditionallyBridgeFromObjectiveC(
    _ source: NSDiffableDataSourceSnapshotReference?
  ) -> Self {
    guard let source else { return Self() }
    guard let snapshot = Self(source) else {
      raise(
        .invalidArgument,
        "The snapshot's identifiers are not of the types \(SectionIdentifierType.self) and "
          + "\(ItemIdentifierType.self). A controller's are String and NSManagedObjectID.")
    }
    return snapshot
  }

  /// A snapshot of a reference; nil if its identifiers are of other types.
  private init?(_ source: NSDiffableDataSourceSnapshotReference) {
    self.init()
    for (name, members) in source.contents.sections {
      guard let identifier = name.base as? SectionIdentifierType else { return nil }
      let items = members.compactMap { $0.base as? ItemIdentifierType }
      guard items.count == members.count else { return nil }
      contents.append(Section(identifier: identifier, items: items))
    }
    mark(source.contents)
  }

  private mutating func mark(_ source: NSDiffableDataSourceSnapshotReference.Contents) {
    reloadedItemIdentifiers = source.reloadedItems.compactMap { $0.base as? ItemIdentifierType }
    reconfiguredItemIdentifiers = source.reconfiguredItems.compactMap {
      $0.base as? ItemIdentifierType
    }
    reloadedSectionIdentifiers = source.reloadedSections.compactMap {
      $0.base as? SectionIdentifierType
    }
  }
}
