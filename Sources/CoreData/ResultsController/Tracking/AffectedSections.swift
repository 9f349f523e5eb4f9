// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The sections whose lists an event changes, and what that does to the list of sections.
struct AffectedSections {
  private struct Affected {
    let section: ResultSection
    /// Its index before; nil if it is new.
    let former: Int?
    var change: ListChange<ResultEntry>
    /// True if a member stays that was not touched: then the section stays where it is.
    var isSteady = false
  }

  private let order: ResultOrder
  private let compare: (NSManagedObject, NSManagedObject) -> ComparisonResult
  private var list: [Affected] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var created: [String: ResultSection] = [:]

  init(
    _ order: ResultOrder,
    compare: @escaping (NSManagedObject, NSManagedObject) -> ComparisonResult
  ) {
    self.order = order
    self.compare = compare
  }

  /// The section of that name; a new one if there is none.
  mutating func section(named name: String) -> ResultSection {
    if let known = order.section(named: name) ?? created[name] { return known }
    let new = ResultSection(name: name)
    created[name] = new
    return new
  }

  /// Notes a change of a section's list.
  mutating func note(
    _ section: ResultSection, _ add: (inout ListChange<ResultEntry>) -> Void
  ) {
    let place = places[ObjectIdentifier(section)] ?? list.count
    if place == list.count {
      places[ObjectIdentifier(section)] = place
      let former = section.node == 0 ? nil : order.sections.rank(of: section)
      let compare = compare
      let change = ListChange<ResultEntry> { compare($0.object, $1.object) }
      list.append(Affected(section: section, former: former, change: change))
    }
    add(&list[place].change)
  }

  /// Changes the lists of objects; returns the entries that have moved within theirs.
  mutating func changeLists() -> Set<ObjectIdentifier> {
    var moved: Set<ObjectIdentifier> = []
    for place in list.indices {
      let (section, change) = (list[place].section, list[place].change)
      let former = order.objects.count(section.root)
      list[place].isSteady = former > change.touched.count + change.leaving.count
      for entry in order.apply(change, to: section) { moved.insert(ObjectIdentifier(entry)) }
    }
    return moved
  }

  /// Changes the list of sections. One that stands elsewhere among the others goes and comes.
  /// - Parameter isNamed: false if there is one section only, which stays.
  /// - Returns: the sections that have moved.
  func changeOrder(isNamed: Bool, _ report: inout ResultChange) -> Set<ObjectIdentifier> {
    guard isNamed else { return [] }
    let order = order
    let compare = compare
    var change = ListChange<ResultSection> { a, b in
      guard let first = order.objects.element(at: 0, in: a.root)?.object,
        let second = order.objects.element(at: 0, in: b.root)?.object
      else { return .orderedSame }
      return compare(first, second)
    }
    for affected in list where !affected.isSteady {
      let isEmpty = affected.section.root == 0
      switch (affected.former == nil, isEmpty) {
      case (true, true): break
      case (true, false): change.arriving.append(affected.section)
      case (false, true): change.leaving.append(affected.section)
      case (false, false): change.touched.append(affected.section)
      }
    }
    let moved = order.apply(change)
    describe(change, moved, in: &report)
    return Set(moved.map(ObjectIdentifier.init))
  }

  private func describe(
    _ change: ListChange<ResultSection>, _ moved: [ResultSection], in report: inout ResultChange
  ) {
    let gone = (change.leaving + moved).map { section in
      ResultChange.Section(section: section, kind: .delete, index: former(section))
    }
    let come = (change.arriving + moved).map { section in
      ResultChange.Section(
        section: section, kind: .insert, index: order.sections.rank(of: section))
    }
    report.sections = gone.sorted { $0.index > $1.index } + come.sorted { $0.index < $1.index }
  }

  private func former(_ section: ResultSection) -> Int {
    places[ObjectIdentifier(section)].flatMap { list[$0].former } ?? 0
  }
}
