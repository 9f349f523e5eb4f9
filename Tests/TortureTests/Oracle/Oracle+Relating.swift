// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// Tracked changes, with their inverses (R-CTX-172, 201, 375…378).
extension Oracle {
  mutating func insert(_ number: Int, _ place: Place) { self[place, number] = .new }

  mutating func set(_ number: Int, attribute: Int, to value: Int?, at place: Place) {
    fire(number, place)
    touch(number, place)
    self[place, number]?.values[attribute] = value
    if attribute == Shape.transient { self[place, number]?.hasSetTransient = true }
  }

  mutating func relate(_ number: Int, relation: Int, other: Int?, at place: Place) {
    fire(number, place)
    touch(number, place)
    let old = self[place, number]?.one[relation]
    guard old != other else { return }
    self[place, number]?.one[relation] = other
    if let old { leave(old, relation: Shape.inverse(relation), number: number, at: place) }
    if let other { join(other, relation: Shape.inverse(relation), number: number, at: place) }
  }

  mutating func replace(_ number: Int, relation: Int, others: [Int], at place: Place) {
    load(number, relation: relation, at: place)
    touch(number, place)
    let old = self[place, number]?.many[relation].loaded ?? []
    for other in old where !others.contains(other) {
      self[place, number]?.many[relation].remove(other)
      leave(other, relation: Shape.inverse(relation), number: number, at: place)
    }
    for other in others where !old.contains(other) {
      self[place, number]?.many[relation].insert(other)
      join(other, relation: Shape.inverse(relation), number: number, at: place)
    }
    if relation == Shape.ordered, self[place, number]?.many[relation].loaded != nil {
      self[place, number]?.many[relation].loaded = others
    }
  }

  /// Adding what is there, or removing what is not, is a change all the same (R-CTX-172, 219); an
  /// ordered set does not ask for it.
  mutating func add(_ number: Int, relation: Int, other: Int, at place: Place) {
    load(number, relation: relation, at: place)
    let isMember = self[place, number]?.many[relation].loaded?.contains(other) == true
    if !isMember || relation != Shape.ordered { touch(number, place) }
    guard !isMember else { return }
    self[place, number]?.many[relation].insert(other)
    join(other, relation: Shape.inverse(relation), number: number, at: place)
  }

  mutating func remove(_ number: Int, relation: Int, other: Int, at place: Place) {
    load(number, relation: relation, at: place)
    let isMember = self[place, number]?.many[relation].loaded?.contains(other) == true
    if isMember || relation != Shape.ordered { touch(number, place) }
    guard isMember else { return }
    self[place, number]?.many[relation].remove(other)
    leave(other, relation: Shape.inverse(relation), number: number, at: place)
  }

  /// The object is updated, unless it is new or on its way out.
  mutating func touch(_ number: Int, _ place: Place) {
    register(number, place)
    if self[place, number]?.isInserted == false, self[place, number]?.isDeleted == false {
      self[place, number]?.isUpdated = true
    }
  }

  // MARK: - The other side

  /// `other` is related to `number` now; to-one, it leaves whoever it was related to.
  private mutating func join(_ other: Int, relation: Int, number: Int, at place: Place) {
    if Shape.isMany[relation] {
      register(other, place)
      self[place, other]?.many[relation].insert(number)
    } else {
      fire(other, place)
      let former = self[place, other]?.one[relation]
      self[place, other]?.one[relation] = number
      if let former, former != number {
        leave(former, relation: Shape.inverse(relation), number: other, at: place)
      }
    }
    touch(other, place)
  }

  /// `other` is not related to `number` any more.
  mutating func leave(_ other: Int, relation: Int, number: Int, at place: Place) {
    if Shape.isMany[relation] {
      register(other, place)
      self[place, other]?.many[relation].remove(number)
    } else {
      fire(other, place)
      guard self[place, other]?.one[relation] == number else { return }
      self[place, other]?.one[relation] = nil
    }
    touch(other, place)
  }
}
