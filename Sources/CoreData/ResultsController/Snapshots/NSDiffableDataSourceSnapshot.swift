// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Sections of items by their identifiers, at one moment: what a delegate is given of results, and what a
/// list shows.
///
/// A value. An identifier is in it once: items and sections that are appended or inserted again move.
/// Naming a section or an item that is not there stops the program, as on Apple's platforms, but for
/// deletions, which pass over it.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
  struct Section: Sendable {
    var identifier: SectionIdentifierType
    var items: [ItemIdentifierType]
  }

  var contents: [Section] = []
  /// The items to be loaded anew, in the order in which they were named.
  public internal(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
  /// The items to be shown anew where they are, in the order in which they were named.
  public internal(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
  /// The sections to be loaded anew, in the order in which they were named.
  public internal(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

  /// A snapshot without sections.
  public init() {}

  // MARK: - Asking

  /// The number of all items.
  public var numberOfItems: Int { contents.reduce(0) { $0 + $1.items.count } }

  /// The number of sections.
  public var numberOfSections: Int { contents.count }

  /// The sections in order.
  public var sectionIdentifiers: [SectionIdentifierType] { contents.map(\.identifier) }

  /// The items of all sections in order.
  public var itemIdentifiers: [ItemIdentifierType] { contents.flatMap(\.items) }

  /// Returns the number of items of a section.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    contents[place(of: identifier)].items.count
  }

  /// Returns the items of a section in order.
  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) -> [ItemIdentifierType] {
    contents[place(of: identifier)].items
  }

  /// Returns the section of an item; nil if the item is not there. O(items).
  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? {
    find(identifier).map { contents[$0.section].identifier }
  }

  /// Returns the position of an item among all; nil if it is not there. O(items).
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    find(identifier).map { found in
      contents[..<found.section].reduce(found.item) { $0 + $1.items.count }
    }
  }

  /// Returns the position of a section; nil if it is not there.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    contents.firstIndex { $0.identifier == identifier }
  }

  func find(_ identifier: ItemIdentifierType) -> (section: Int, item: Int)? {
    for (index, section) in contents.enumerated() {
      if let item = section.items.firstIndex(of: identifier) { return (index, item) }
    }
    return nil
  }

  func place(of identifier: SectionIdentifierType) -> Int {
    guard let index = indexOfSection(identifier) else {
      raise(.internalInconsistency, "The snapshot has no section '\(identifier)'.")
    }
    return index
  }

  func place(of identifier: ItemIdentifierType) -> (section: Int, item: Int) {
    guard let found = find(identifier) else {
      raise(.internalInconsistency, "The snapshot has no item '\(identifier)'.")
    }
    return found
  }

  // MARK: - Marking

  /// Marks items as to be loaded anew.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    for identifier in identifiers where !reloadedItemIdentifiers.contains(identifier) {
      _ = place(of: identifier)
      reloadedItemIdentifiers.append(identifier)
    }
  }

  /// Marks items as to be shown anew where they are.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    for identifier in identifiers where !reconfiguredItemIdentifiers.contains(identifier) {
      _ = place(of: identifier)
      reconfiguredItemIdentifiers.append(identifier)
    }
  }

  /// Marks sections as to be loaded anew.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers where !reloadedSectionIdentifiers.contains(identifier) {
      _ = place(of: identifier)
      reloadedSectionIdentifiers.append(identifier)
    }
  }
}

/// Equal if they have the same sections with the same items in the same order, whatever is marked.
extension NSDiffableDataSourceSnapshot: Equatable {
  /// Compares sections and items.
  public static func == (a: Self, b: Self) -> Bool {
    a.contents.count == b.contents.count
      && zip(a.contents, b.contents).allSatisfy {
        $0.identifier == $1.identifier && $0.items == $1.items
      }
  }
}
