// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// Refreshing, forgetting and merging (R-CTX-315…321, 660, 665, 761…771).
extension Oracle {
  mutating func refresh(_ number: Int, merging: Bool, _ place: Place) {
    guard let object = self[place, number], !object.isInserted else { return }
    if merging, object.isUpdated || object.isDeleted {
      rebase(number, place)
    } else {
      self[place, number]?.forget()
    }
  }

  mutating func refreshAll(_ place: Place) {
    for number in objects(place).keys.sorted() { refresh(number, merging: true, place) }
  }

  mutating func rollBack(_ place: Place) {
    for number in inserted(place) { self[place, number] = nil }
    for number in objects(place).keys { self[place, number]?.rollBack() }
  }

  mutating func reset(_ place: Place) {
    contexts[place.rawValue] = [:]
  }

  mutating func merge(_ place: Place) {
    let notes = outstanding[place.rawValue]
    outstanding[place.rawValue] = []
    for note in notes {
      for number in note.inserted where store[number] != nil { register(number, place) }
      for number in note.updated.union(note.inserted).sorted() { renew(number, place) }
      for number in note.deleted where self[place, number] != nil { lose(number, place) }
      process(place)
    }
  }

  /// An object that was deleted elsewhere is pending-deleted (R-CTX-763). Its relationships were
  /// given up there; here they are gone without being changes.
  private mutating func lose(_ number: Int, _ place: Place) {
    delete(number, place)
    self[place, number]?.isPropagated = true
    for other in objects(place).keys where other != number {
      self[place, other]?.lose(number)
    }
  }

  /// A realised object shows new values under its own changes; a clean one loses the rest.
  private mutating func renew(_ number: Int, _ place: Place) {
    guard let object = self[place, number], !object.isFault, !object.isInserted else { return }
    guard store[number] != nil else { return }
    if object.hasChanges {
      rebase(number, place)
    } else {
      self[place, number]?.forget()
      fire(number, place)
    }
  }

  /// New base values, and the local changes over them (R-CTX-316).
  private mutating func rebase(_ number: Int, _ place: Place) {
    guard let old = self[place, number], !old.isFault else { return }
    guard let record = source(number, place) else { return }
    var new = old
    for attribute in Shape.persistent {
      new.committedValues[attribute] = record.values[attribute]
      if old.values[attribute] == old.committedValues[attribute] {
        new.values[attribute] = record.values[attribute]
      }
    }
    for relation in Shape.toOne {
      new.committedOne[relation] = record.one[relation]
      if old.one[relation] == old.committedOne[relation] {
        new.one[relation] = record.one[relation]
      }
    }
    for relation in Shape.toMany { new.many[relation] = old.many[relation].unloaded(keeping: true) }
    self[place, number] = new
  }
}
