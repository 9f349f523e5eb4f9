// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A controller's results while they are managed objects: as they were fetched, and once somebody asks
/// where an object is, or something changes, in an order that events can change.
final class ObjectResults {
  /// In order, with their sections; nil after a change, until somebody asks.
  private var list: (objects: [NSManagedObject], runs: [SectionRun])?
  private var built: ResultOrder?

  init(_ objects: [NSManagedObject], in runs: [SectionRun]) { list = (objects, runs) }

  private var contents: (objects: [NSManagedObject], runs: [SectionRun]) {
    if let list { return list }
    let contents = built.map { $0.contents() } ?? ([], [])
    list = contents
    return contents
  }

  /// All objects in order. O(n) the first time after a change.
  var objects: [NSManagedObject] { contents.objects }

  /// The sections, each with the places of its objects. O(n) the first time after a change.
  var runs: [SectionRun] { contents.runs }

  /// The order that events change. O(n) when it is first asked for.
  var order: ResultOrder {
    if let built { return built }
    let order = ResultOrder(objects, in: runs)
    built = order
    return order
  }

  /// Members have come, gone or moved.
  func reorder() { list = nil }

  /// The same results, on which no event has any effect.
  func copy() -> ObjectResults { ObjectResults(objects, in: runs) }

  /// O(1), or O(log n) after a change.
  func object(at path: IndexPath) -> NSManagedObject? {
    guard let list else { return order.object(at: path) }
    guard path.count == 2, list.runs.indices.contains(path.section) else { return nil }
    let range = list.runs[path.section].range
    guard path.item >= 0, path.item < range.count else { return nil }
    return list.objects[range.lowerBound + path.item]
  }

  /// O(log n), once the order is there.
  func path(of object: NSManagedObject) -> IndexPath? {
    order.entry(of: object).map(order.path)
  }

  /// The sections as clients see them.
  /// - Parameter title: gives the title of a section by its name.
  func sections(_ title: @escaping (String) -> String?) -> [FetchedSection] {
    if let list {
      return list.runs.map { run in
        FetchedSection(name: run.name, count: run.range.count, title: title) {
          list.objects[run.range].map { $0 }
        }
      }
    }
    var sections: [FetchedSection] = []
    order.sections.forEach(order.sectionRoot) { sections.append(section($0, title)) }
    return sections
  }

  /// One section as clients see it, while it is there or has just gone.
  func section(_ section: ResultSection, _ title: @escaping (String) -> String?) -> FetchedSection {
    let order = order
    return FetchedSection(
      name: section.name, count: order.objects.count(section.root), title: title
    ) {
      var members: [Any] = []
      order.objects.forEach(section.root) { members.append($0.object) }
      return members
    }
  }
}

/// A section as clients see it.
final class FetchedSection: NSFetchedResultsSectionInfo {
  let name: String
  let numberOfObjects: Int
  private let title: (String) -> String?
  private let members: () -> [Any]

  init(
    name: String, count: Int, title: @escaping (String) -> String?,
    members: @escaping () -> [Any]
  ) {
    self.name = name
    numberOfObjects = count
    self.title = title
    self.members = members
  }

  var indexTitle: String? { title(name) }
  var objects: [Any]? { members() }
}
