// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Changing which items a snapshot has, and in what order.
extension NSDiffableDataSourceSnapshot {
  /// Puts items at the end of a section; without one, of the last.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    requireUnique(identifiers)
    takeOut(Set(identifiers))
    guard let last = contents.indices.last else {
      raise(
        .internalInconsistency,
        "There is no section to append items to. Append a section to the snapshot first.")
    }
    let index = sectionIdentifier.map { place(of: $0) } ?? last
    contents[index].items += identifiers
  }

  /// Puts items before another one, in its section.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) {
    insert(identifiers, at: beforeIdentifier, offset: 0)
  }

  /// Puts items after another one, in its section.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) {
    insert(identifiers, at: afterIdentifier, offset: 1)
  }

  /// Removes items; those that are not there are passed over.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    takeOut(Set(identifiers))
  }

  /// Removes all sections with their items.
  public mutating func deleteAllItems() { contents = [] }

  /// Puts an item before another one, in its section.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
  ) {
    _ = place(of: identifier)
    insert([identifier], at: toIdentifier, offset: 0)
  }

  /// Puts an item after another one, in its section.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
  ) {
    _ = place(of: identifier)
    insert([identifier], at: toIdentifier, offset: 1)
  }

  private mutating func insert(
    _ identifiers: [ItemIdentifierType], at other: ItemIdentifierType, offset: Int
  ) {
    requireUnique(identifiers)
    let moving = Set(identifiers)
    // An item cannot stand beside itself: it stays, if it is alone.
    guard !moving.contains(other) else { return }
    takeOut(moving)
    let (section, item) = place(of: other)
    contents[section].items.insert(contentsOf: identifiers, at: item + offset)
  }

  private mutating func takeOut(_ identifiers: Set<ItemIdentifierType>) {
    guard !identifiers.isEmpty else { return }
    for index in contents.indices { contents[index].items.removeAll(where: identifiers.contains) }
  }

  private func requireUnique(_ identifiers: [some Hashable]) {
    guard Set(identifiers).count == identifiers.count else {
      raise(.invalidArgument, "The identifiers given to a snapshot are not unique: \(identifiers).")
    }
  }

  // MARK: - Sections

  /// Puts sections without items at the end.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    requireUnique(identifiers)
    let new = takeOutSections(identifiers)
    contents += new
  }

  /// Puts sections before another one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) {
    insert(identifiers, at: toIdentifier, offset: 0)
  }

  /// Puts sections after another one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) {
    insert(identifiers, at: toIdentifier, offset: 1)
  }

  /// Removes sections with their items; those that are not there are passed over.
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    let gone = Set(identifiers)
    contents.removeAll { gone.contains($0.identifier) }
  }

  /// Puts a section, with its items, before another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) {
    _ = place(of: identifier)
    insert([identifier], at: toIdentifier, offset: 0)
  }

  /// Puts a section, with its items, after another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) {
    _ = place(of: identifier)
    insert([identifier], at: toIdentifier, offset: 1)
  }

  private mutating func insert(
    _ identifiers: [SectionIdentifierType], at other: SectionIdentifierType, offset: Int
  ) {
    requireUnique(identifiers)
    guard !identifiers.contains(other) else { return }
    let moving = takeOutSections(identifiers)
    contents.insert(contentsOf: moving, at: place(of: other) + offset)
  }

  /// Takes out sections, or makes those that are not there.
  private mutating func takeOutSections(_ identifiers: [SectionIdentifierType]) -> [Section] {
    let present = Dictionary(uniqueKeysWithValues: contents.map { ($0.identifier, $0) })
    deleteSections(identifiers)
    return identifiers.map { present[$0] ?? Section(identifier: $0, items: []) }
  }
}
