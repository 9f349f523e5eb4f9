// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// Saving a root context (R-CTX-561, 586, 588) and a child (R-CTX-810…815).
extension Oracle {
  mutating func save(_ place: Place) {
    process(place)
    let note = Note(
      inserted: inserted(place), updated: updated(place), deleted: deleted(place))
    if place == .child { push(note) } else { write(note, place) }
    for number in note.deleted { self[place, number] = nil }
    for number in note.inserted.union(note.updated) { self[place, number]?.commit() }
    if place.isRoot { outstanding[place.rival.rawValue].append(note) }
  }

  private mutating func write(_ note: Note, _ place: Place) {
    for number in note.deleted { store[number] = nil }
    for number in note.inserted {
      store[number] = Record(
        values: [nil, nil, nil], one: [Int?](repeating: nil, count: Shape.all.count),
        many: [[Int]](repeating: [], count: Shape.all.count))
    }
    for number in note.inserted.union(note.updated) {
      guard let object = self[place, number], store[number] != nil else { continue }
      store[number]?.take(object)
    }
  }

  /// The changed properties become changes of the parent; what it has deleted goes here too.
  private mutating func push(_ note: Note) {
    for number in note.inserted {
      self[.parent, number] = .new
      let values = self[.child, number]?.values ?? []
      self[.parent, number]?.values = values
      push(relationshipsOf: number)
    }
    for number in note.updated.sorted() {
      guard source(number, .child) != nil else {
        self[.child, number] = nil
        continue
      }
      fire(number, .parent)
      touch(number, .parent)
      pushValues(of: number)
      push(relationshipsOf: number)
    }
    for number in note.deleted where source(number, .child) != nil { delete(number, .parent) }
    process(.parent)
  }

  private mutating func pushValues(of number: Int) {
    guard let object = self[.child, number] else { return }
    for attribute in Shape.attributes.indices
    where object.values[attribute] != object.committedValues[attribute]
      || attribute == Shape.transient && object.hasSetTransient
    {
      self[.parent, number]?.values[attribute] = object.values[attribute]
      if attribute == Shape.transient { self[.parent, number]?.hasSetTransient = true }
    }
  }

  private mutating func push(relationshipsOf number: Int) {
    guard let object = self[.child, number] else { return }
    for relation in Shape.toOne where object.one[relation] != object.committedOne[relation] {
      self[.parent, number]?.one[relation] = object.one[relation]
    }
    for relation in Shape.toMany where object.many[relation].isChanged {
      load(number, relation: relation, at: .parent)
      let members = object.many[relation].replayed(
        on: self[.parent, number]?.many[relation].loaded ?? [])
      let isOrdered = relation == Shape.ordered && object.many[relation].loaded != nil
      self[.parent, number]?.many[relation].loaded =
        isOrdered ? object.many[relation].loaded : members
    }
  }
}

extension Oracle.Record {
  /// Takes over what an object has changed.
  fileprivate mutating func take(_ object: OracleObject) {
    for attribute in Shape.persistent
    where object.values[attribute] != object.committedValues[attribute] {
      values[attribute] = object.values[attribute]
    }
    for relation in Shape.toOne where object.one[relation] != object.committedOne[relation] {
      one[relation] = object.one[relation]
    }
    for relation in Shape.toMany where object.many[relation].isChanged {
      let members = object.many[relation]
      let isOrdered = relation == Shape.ordered && members.loaded != nil
      many[relation] = isOrdered ? members.loaded ?? [] : members.replayed(on: many[relation])
    }
  }
}
