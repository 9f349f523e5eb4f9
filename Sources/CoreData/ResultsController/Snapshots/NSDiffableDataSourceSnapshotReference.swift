// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A snapshot as a delegate is given it: identifiers of sections and items whose types it does not tell.
///
/// A controller's has section names and object IDs, and is made when somebody looks at it: O(results). As on
/// Apple's platforms it becomes a value by a cast:
///
/// ```swift
/// let snapshot = reference as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
/// ```
public final class NSDiffableDataSourceSnapshotReference: NSObject {
  /// Sections, items and marks.
  struct Contents {
    var sections: [(identifier: AnyHashable, items: [AnyHashable])] = []
    var reloadedItems: [AnyHashable] = []
    var reconfiguredItems: [AnyHashable] = []
    var reloadedSections: [AnyHashable] = []
  }

  private let make: () -> Contents
  private(set) lazy var contents = make()

  /// - Parameter make: makes the contents when they are first asked for.
  init(_ make: @escaping () -> Contents) { self.make = make }

  /// A snapshot without sections.
  public override convenience init() { self.init({ Contents() }) }

  /// A snapshot of a controller's results.
  /// - Parameter reloaded: the objects that were updated.
  convenience init(_ results: ObjectResults, reloaded: [NSManagedObject]) {
    self.init {
      let objects = results.objects
      return Contents(
        sections: results.runs.map { run in
          (AnyHashable(run.name), objects[run.range].map { AnyHashable($0.currentID) })
        }, reloadedItems: reloaded.map { AnyHashable($0.currentID) })
    }
  }

  /// The number of all items.
  public var numberOfItems: Int { contents.sections.reduce(0) { $0 + $1.items.count } }

  /// The number of sections.
  public var numberOfSections: Int { contents.sections.count }

  /// The sections, in order.
  public var sectionIdentifiers: [Any] { contents.sections.map(\.identifier.base) }

  /// All items, in order.
  public var itemIdentifiers: [Any] { contents.sections.flatMap { $0.items.map(\.base) } }

  /// The items to be loaded anew: in a controller's snapshot the updated objects.
  public var reloadedItemIdentifiers: [Any] { contents.reloadedItems.map(\.base) }

  /// The items to be shown anew where they are.
  public var reconfiguredItemIdentifiers: [Any] { contents.reconfiguredItems.map(\.base) }

  /// The sections to be loaded anew.
  public var reloadedSectionIdentifiers: [Any] { contents.reloadedSections.map(\.base) }

  /// Returns the number of items of a section; 0 for one that is not there.
  public func numberOfItems(inSection sectionIdentifier: Any) -> Int {
    section(sectionIdentifier).map { contents.sections[$0].items.count } ?? 0
  }

  /// Returns the items of a section; none for one that is not there.
  public func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
    section(sectionIdentifier).map { contents.sections[$0].items.map(\.base) } ?? []
  }

  /// Returns the section of an item; nil if it is not there.
  public func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? {
    guard let item = itemIdentifier as? AnyHashable else { return nil }
    return contents.sections.first { $0.items.contains(item) }?.identifier.base
  }

  /// Returns the position of an item among all; `NSNotFound` if it is not there.
  public func index(ofItemIdentifier itemIdentifier: Any) -> Int {
    guard let item = itemIdentifier as? AnyHashable else { return NSNotFound }
    return contents.sections.lazy.flatMap(\.items).enumerated().first { $0.element == item }?.offset
      ?? NSNotFound
  }

  /// Returns the position of a section; `NSNotFound` if it is not there.
  public func index(ofSectionIdentifier sectionIdentifier: Any) -> Int {
    section(sectionIdentifier) ?? NSNotFound
  }

  private func section(_ identifier: Any) -> Int? {
    guard let wanted = identifier as? AnyHashable else { return nil }
    return contents.sections.firstIndex { $0.identifier == wanted }
  }
}
