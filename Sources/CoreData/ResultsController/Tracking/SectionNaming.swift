// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The section names of objects.
struct SectionNaming {
  /// The key path, or nil where a function names.
  let keyPath: String?
  private let value: (NSManagedObject) -> Any?

  /// Names by the value at a key path.
  init(keyPath: String) {
    self.keyPath = keyPath
    value = { $0.value(forKeyPath: keyPath) }
  }

  /// Names by a function.
  init(_ name: @escaping (NSManagedObject) -> String?) {
    keyPath = nil
    value = name
  }

  func name(of object: NSManagedObject) -> String { SectionNaming.text(value(object)) }

  /// The name that a value stands for: numbers as `NSNumber` writes them, nothing for nil (R-REQ-261).
  static func text(_ value: Any?) -> String {
    switch value {
    case nil, is NSNull: ""
    case let text as String: text
    case let flag as Bool: flag ? "1" : "0"
    case let number as NSNumber: number.stringValue
    case let other?: "\(other)"
    }
  }

  // MARK: - Sections of what was fetched

  /// Returns the sections of objects in order; throws if a name comes back after another one.
  /// - Parameter known: what was found before of a request like this one: taken over if both ends of
  ///   each section still have its name, for then, as objects are sorted by it, all between have.
  func runs(of objects: [NSManagedObject], known: [SectionRun]? = nil) throws -> [SectionRun] {
    if let known, fits(known, objects) { return known }
    return try SectionNaming.runs(of: objects.lazy.map(name))
  }

  /// Returns the runs of equal names.
  static func runs(of names: some Sequence<String>) throws -> [SectionRun] {
    var runs: [(name: String, start: Int)] = []
    var seen: Set<String> = []
    var count = 0
    for name in names {
      defer { count += 1 }
      guard runs.last?.name != name else { continue }
      guard seen.insert(name).inserted else { throw SectionNaming.misplaced(name, at: count) }
      runs.append((name, count))
    }
    let ends = runs.dropFirst().map(\.start) + [count]
    return zip(runs, ends).map { SectionRun(name: $0.name, range: $0.start..<$1) }
  }

  private func fits(_ runs: [SectionRun], _ objects: [NSManagedObject]) -> Bool {
    guard runs.last?.range.upperBound ?? 0 == objects.count else { return false }
    return runs.allSatisfy { run in
      name(of: objects[run.range.lowerBound]) == run.name
        && name(of: objects[run.range.upperBound - 1]) == run.name
    }
  }

  private static func misplaced(_ name: String, at index: Int) -> CocoaError {
    .make(
      exception: .internalInconsistency,
      reason: "The fetched object at index \(index) has an out of order section name '\(name)'. "
        + "Objects must be sorted by section name: the first sort descriptor must order them as the "
        + "section names do.")
  }

  // MARK: - Checks

  /// Throws if an entity's objects cannot be asked for the key path.
  func check(_ entity: NSEntityDescription, in context: NSManagedObjectContext) throws {
    guard let keyPath, let unknown = unknownKey(keyPath, entity.frozenLayoutOrFail, in: context)
    else {
      return
    }
    throw CocoaError.make(
      exception: .undefinedKey,
      reason: "The sectionNameKeyPath '\(keyPath)' leads to the key '\(unknown)', which "
        + "\(entity.name ?? "the entity") does not lead to. Name a property, override "
        + "value(forUndefinedKey:) in its class, or name sections by a function.")
  }

  private func unknownKey(
    _ keyPath: String, _ start: PropertyLayout, in context: NSManagedObjectContext
  ) -> String? {
    var layout = start
    for key in keyPath.split(separator: ".").map(String.init) where !key.hasPrefix("@") {
      guard let record = layout.record(named: key) else {
        let answers = MethodOverrides.of(context.factory(of: layout.index).type)
        let isKnown = !answers.isDisjoint(with: .keyedReading)
        return isKnown || ObjectStateKey(rawValue: key) != nil ? nil : key
      }
      guard record.isRelationship, record.destination >= 0 else { return nil }
      layout = layout.model[record.destination]
    }
    return nil
  }
}
