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
  // Foundation on Linux names only the lexical comparator; what else may come is a locale's.
  fileprivate init(_ comparator: String.StandardComparator) {
    let isLexical = String.StandardComparator(comparator, order: .forward) == .lexical
    self = isLexical ? .binary : .localizedStandard
  }
}
