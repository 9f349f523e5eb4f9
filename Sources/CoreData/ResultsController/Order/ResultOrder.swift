// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// An object in a controller's results.
final class ResultEntry: Ranked {
  let object: NSManagedObject
  /// Where it is.
  unowned(unsafe) let section: ResultSection
  var node: Int32 = 0

  init(_ object: NSManagedObject, in section: ResultSection) {
    self.object = object
    self.section = section
  }
}

/// A section of a controller's results, with the list of its objects.
final class ResultSection: Ranked {
  let name: String
  /// Of the list of its entries.
  var root: Int32 = 0
  var node: Int32 = 0

  init(name: String) { self.name = name }
}

/// The order of a controller's results: sections, and in each its objects.
///
/// Made of a fetch's results as they come, which must be sorted; from then on events change it in
/// O(changed · log n).
final class ResultOrder {
  fileprivate(set) var objects = RankForest<ResultEntry>()
  fileprivate(set) var sections = RankForest<ResultSection>()
  fileprivate(set) var sectionRoot: Int32 = 0
  private var entries: [ObjectIdentifier: ResultEntry] = [:]
  private var named: [String: ResultSection] = [:]

  /// - Parameters:
  ///   - objects: all results, in order.
  ///   - runs: the sections that they fall into.
  init(_ objects: [NSManagedObject], in runs: [SectionRun]) {
    entries.reserveCapacity(objects.count)
    var list: [ResultSection] = []
    for run in runs {
      let section = ResultSection(name: run.name)
      let members = objects[run.range].map { ResultEntry($0, in: section) }
      for entry in members { entries[ObjectIdentifier(entry.object)] = entry }
      section.root = self.objects.build(members[...])
      named[run.name] = section
      list.append(section)
    }
    sectionRoot = sections.build(list[...])
  }

  func entry(of object: NSManagedObject) -> ResultEntry? { entries[ObjectIdentifier(object)] }

  func section(named name: String) -> ResultSection? { named[name] }

  func section(at index: Int) -> ResultSection? { sections.element(at: index, in: sectionRoot) }

  /// Where an entry is. O(log n).
  func path(of entry: ResultEntry) -> IndexPath {
    IndexPath(item: objects.rank(of: entry), section: sections.rank(of: entry.section))
  }

  func object(at path: IndexPath) -> NSManagedObject? {
    guard path.count == 2, let section = section(at: path.section) else { return nil }
    return objects.element(at: path.item, in: section.root)?.object
  }

  /// All objects in order, with the sections that they fall into. O(n).
  func contents() -> ([NSManagedObject], [SectionRun]) {
    var list: [NSManagedObject] = []
    list.reserveCapacity(entries.count)
    var runs: [SectionRun] = []
    sections.forEach(sectionRoot) { section in
      let start = list.count
      objects.forEach(section.root) { list.append($0.object) }
      runs.append(SectionRun(name: section.name, range: start..<list.count))
    }
    return (list, runs)
  }
}

/// A run of results with one section name.
struct SectionRun: Equatable {
  let name: String
  let range: Range<Int>
}

// MARK: - Changes

extension ResultOrder {
  /// Changes the list of a section.
  /// - Returns: those of the touched entries that have moved.
  func apply(_ change: ListChange<ResultEntry>, to section: ResultSection) -> [ResultEntry] {
    change.run(on: &objects, &section.root)
  }

  /// Changes the list of sections.
  /// - Returns: those of the touched sections that have moved.
  func apply(_ change: ListChange<ResultSection>) -> [ResultSection] {
    for section in change.leaving { named[section.name] = nil }
    for section in change.arriving { named[section.name] = section }
    return change.run(on: &sections, &sectionRoot)
  }

  func register(_ entry: ResultEntry) { entries[ObjectIdentifier(entry.object)] = entry }

  func forget(_ entry: ResultEntry) { entries[ObjectIdentifier(entry.object)] = nil }
}
