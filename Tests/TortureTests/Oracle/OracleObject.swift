// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// An object as a context should see it.
struct OracleObject {
  var isFault = true
  var isInserted = false
  var isUpdated = false
  var isDeleted = false
  /// Whether the delete rules have been applied to it.
  var isPropagated = false
  /// Whether a transient attribute was set: a child's save tells it even when it is the same.
  var hasSetTransient = false
  var values = [Int?](repeating: nil, count: Shape.attributes.count)
  var committedValues = [Int?](repeating: nil, count: Shape.attributes.count)
  var one = [Int?](repeating: nil, count: Shape.all.count)
  var committedOne = [Int?](repeating: nil, count: Shape.all.count)
  var many = [Members](repeating: Members(), count: Shape.all.count)

  /// A new object: nothing but defaults, all its relationships known to be empty.
  static var new: OracleObject {
    var object = OracleObject()
    object.isFault = false
    object.isInserted = true
    object.many = Members.none
    return object
  }

  var hasChanges: Bool { isInserted || isUpdated || isDeleted }

  /// Whether one of its relationships differs from what is committed.
  var isRestructured: Bool {
    isInserted || isDeleted || one != committedOne || many.contains(where: \.isChanged)
  }

  /// What is so now is committed.
  mutating func commit() {
    isInserted = false
    isUpdated = false
    hasSetTransient = false
    committedValues = values
    committedOne = one
    for relation in Shape.toMany { many[relation].commit() }
  }

  /// What is committed is so again.
  mutating func rollBack() {
    isUpdated = false
    isDeleted = false
    isPropagated = false
    hasSetTransient = false
    values = committedValues
    one = committedOne
    for relation in Shape.toMany { many[relation].rollBack() }
  }

  /// Another object is gone from what is committed.
  mutating func lose(_ number: Int) {
    for relation in Shape.toOne where committedOne[relation] == number {
      if one[relation] == number { one[relation] = nil }
      committedOne[relation] = nil
    }
    for relation in Shape.toMany where many[relation].committed.contains(number) {
      many[relation].loaded?.removeAll { $0 == number }
      many[relation].committed.removeAll { $0 == number }
    }
  }

  /// A fault knows nothing; what was related to it by others stays to be replayed if `keeping`.
  mutating func forget(keeping: Bool = false) {
    let many = many.map { $0.unloaded(keeping: keeping) }
    let flags = (isUpdated, isDeleted, isPropagated)
    self = OracleObject()
    self.many = many
    if keeping { (isUpdated, isDeleted, isPropagated) = flags }
  }
}

/// The members of a to-many, or while it is a fault, what was added and removed (R-CTX-378).
struct Members: Equatable {
  var loaded: [Int]?
  var committed: [Int] = []
  var added: [Int] = []
  var removed: [Int] = []

  static let none = [Members](
    repeating: Members(loaded: []), count: Shape.all.count)

  var isChanged: Bool { loaded.map { $0 != committed } ?? !(added.isEmpty && removed.isEmpty) }

  var additions: [Int] { loaded?.filter { !committed.contains($0) } ?? added }
  var removals: [Int] {
    guard let loaded else { return removed }
    return committed.filter { !loaded.contains($0) }
  }

  mutating func insert(_ member: Int) {
    if let loaded {
      if !loaded.contains(member) { self.loaded?.append(member) }
    } else if removed.contains(member) {
      removed.removeAll { $0 == member }
    } else if !added.contains(member) {
      added.append(member)
    }
  }

  mutating func remove(_ member: Int) {
    if loaded != nil {
      loaded?.removeAll { $0 == member }
    } else if added.contains(member) {
      added.removeAll { $0 == member }
    } else if !removed.contains(member) {
      removed.append(member)
    }
  }

  mutating func load(_ source: [Int]) {
    guard loaded == nil else { return }
    committed = source
    loaded = replayed(on: source)
    added = []
    removed = []
  }

  /// What a source's members are with the local changes.
  func replayed(on source: [Int]) -> [Int] {
    let (gone, new) = (removals, additions)
    return source.filter { !gone.contains($0) } + new.filter { !source.contains($0) }
  }

  func present(_ source: [Int]) -> [Int] { loaded ?? replayed(on: source) }

  func unloaded(keeping: Bool) -> Members {
    keeping ? Members(added: additions, removed: removals) : Members()
  }

  mutating func commit() {
    if let loaded { committed = loaded }
    added = []
    removed = []
  }

  mutating func rollBack() {
    if loaded != nil { loaded = committed }
    added = []
    removed = []
  }
}
