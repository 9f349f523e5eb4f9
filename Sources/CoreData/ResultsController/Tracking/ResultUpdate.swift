// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The changes of a controller's results in one event, as its delegate is told of them.
struct ResultChange {
  struct Section {
    let section: ResultSection
    let kind: NSFetchedResultsChangeType
    /// Its index before the event if it goes, after it if it comes.
    let index: Int
  }

  struct Object {
    let object: NSManagedObject
    let kind: NSFetchedResultsChangeType
    /// Where it was before the event.
    let old: IndexPath?
    /// Where it is after it.
    let new: IndexPath?
  }

  /// Those that go, from the last, then those that come, from the first.
  var sections: [Section] = []
  /// Deletions from the last, insertions from the first, then moves, then updates.
  var objects: [Object] = []

  var isEmpty: Bool { objects.isEmpty && sections.isEmpty }

  /// True if members have come, gone or moved.
  var isReordering: Bool { !sections.isEmpty || objects.contains { $0.kind != .update } }
}

/// Changing a controller's order as an event says (R-REQ-273…276). Used once.
struct ResultUpdate {
  /// A touched member, with its place before the event.
  private typealias Former = (entry: ResultEntry, path: IndexPath)

  private let order: ResultOrder
  private let naming: SectionNaming?
  private let compare: (NSManagedObject, NSManagedObject) -> ComparisonResult
  private var sections: AffectedSections
  /// Members that have moved within their section, or to another.
  private var moved: Set<ObjectIdentifier> = []

  init(
    _ order: ResultOrder, naming: SectionNaming?,
    compare: @escaping (NSManagedObject, NSManagedObject) -> ComparisonResult
  ) {
    self.order = order
    self.naming = naming
    self.compare = compare
    sections = AffectedSections(order, compare: compare)
  }

  /// Changes the order.
  mutating func run(_ changed: ChangedResults) -> ResultChange {
    let touched = changed.touched.map { Former($0, order.path(of: $0)) }
    let left = changed.leaving.map { Former($0, order.path(of: $0)) }
    changed.leaving.forEach { leave($0) }
    let stayed = changed.touched.map { assign($0) }
    let arrived = changed.arriving.map { enrol($0) }
    moved.formUnion(sections.changeLists())
    var change = ResultChange()
    let movedSections = sections.changeOrder(isNamed: naming != nil, &change)
    change.objects =
      deletions(left) + insertions(arrived) + changes(touched, stayed, within: movedSections)
    return change
  }

  // MARK: - Who goes where

  private mutating func leave(_ entry: ResultEntry) {
    order.forget(entry)
    sections.note(entry.section) { $0.leaving.append(entry) }
  }

  private mutating func enrol(_ object: NSManagedObject) -> ResultEntry {
    let entry = ResultEntry(object, in: sections.section(named: naming?.name(of: object) ?? ""))
    order.register(entry)
    sections.note(entry.section) { $0.arriving.append(entry) }
    return entry
  }

  /// Notes a member in the section where it belongs now: if that is another one, as a new entry.
  private mutating func assign(_ entry: ResultEntry) -> ResultEntry {
    guard let naming, naming.name(of: entry.object) != entry.section.name else {
      sections.note(entry.section) { $0.touched.append(entry) }
      return entry
    }
    leave(entry)
    let new = enrol(entry.object)
    moved.insert(ObjectIdentifier(new))
    return new
  }

  // MARK: - The report

  private func deletions(_ left: [Former]) -> [ResultChange.Object] {
    left.sorted { $0.path > $1.path }.map {
      ResultChange.Object(object: $0.entry.object, kind: .delete, old: $0.path, new: nil)
    }
  }

  private func insertions(_ arrived: [ResultEntry]) -> [ResultChange.Object] {
    arrived.map { (object: $0.object, path: order.path(of: $0)) }.sorted { $0.path < $1.path }.map {
      ResultChange.Object(object: $0.object, kind: .insert, old: nil, new: $0.path)
    }
  }

  private func changes(
    _ touched: [Former], _ stayed: [ResultEntry], within movedSections: Set<ObjectIdentifier>
  ) -> [ResultChange.Object] {
    let all = zip(touched, stayed).map { former, entry in
      let hasMoved =
        moved.contains(ObjectIdentifier(entry))
        || movedSections.contains(ObjectIdentifier(entry.section))
      return ResultChange.Object(
        object: entry.object, kind: hasMoved ? .move : .update, old: former.path,
        new: order.path(of: entry))
    }
    .sorted { ($0.new ?? []) < ($1.new ?? []) }
    return all.filter { $0.kind == .move } + all.filter { $0.kind == .update }
  }
}
