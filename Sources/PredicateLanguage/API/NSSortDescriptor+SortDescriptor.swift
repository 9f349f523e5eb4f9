// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension SortKeyInitializable where Self: NSSortDescriptor {
  /// Sorts as a Swift sort descriptor does: strings by its comparator, other values by `compare:`.
  public init<Compared>(_ descriptor: SortDescriptor<Compared>) {
    let selector = descriptor.stringComparator.map { StringCollation($0) } ?? .binary
    self.init(
      adopting: KeyedSortDescriptor(
        sortKey: descriptor.keyPath?.propertyName, ascending: descriptor.order == .forward,
        selector: Selector(selector.rawValue), swiftKeyPath: descriptor.keyPath))
  }
}

extension StringCollation {
  fileprivate init(_ comparator: String.StandardComparator) {
    self =
      switch String.StandardComparator(comparator, order: .forward) {
      case .lexical: .binary
      case .localized: .localized
      default: .localizedStandard
      }
  }
}

// Without these a key path to a string of an object sorts by code points, where Apple's platforms
// have `.localizedStandard` as default.
extension SortDescriptor where Compared: NSObject {
  /// Sorts by a string as file browsers do.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward
  ) {
    self.init(keyPath, comparator: .localizedStandard, order: order)
  }

  /// Sorts by an optional string as file browsers do, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward
  ) {
    self.init(keyPath, comparator: .localizedStandard, order: order)
  }
}
