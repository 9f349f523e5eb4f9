// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// What the specification says of a store and three contexts, in dictionaries.
struct Oracle {
  /// A row, or what a parent tells its child of an object.
  struct Record: Equatable {
    var values: [Int?]
    var one: [Int?]
    var many: [[Int]]
  }

  /// What a save tells the other root context.
  struct Note {
    var inserted: Set<Int> = []
    var updated: Set<Int> = []
    var deleted: Set<Int> = []
  }

  var store: [Int: Record] = [:]
  var contexts = [[Int: OracleObject]](repeating: [:], count: Place.allCases.count)
  /// What was saved by the other root context and not merged yet, in order.
  var outstanding = [[Note]](repeating: [], count: Place.allCases.count)

  subscript(place: Place, number: Int) -> OracleObject? {
    get { contexts[place.rawValue][number] }
    set { contexts[place.rawValue][number] = newValue }
  }

  func objects(_ place: Place) -> [Int: OracleObject] { contexts[place.rawValue] }

  // MARK: - Faults

  /// Makes an object known, as a fault if it was not.
  mutating func register(_ number: Int, _ place: Place) {
    if self[place, number] == nil { self[place, number] = OracleObject() }
  }

  /// The newest committed values, or what the parent's memory has (R-CTX-276, 805).
  func source(_ number: Int, _ place: Place) -> Record? {
    guard place == .child, let parent = self[.parent, number] else { return store[number] }
    guard !parent.isDeleted else { return nil }
    let many = Shape.all.map { parent.many[$0].present(store[number]?.many[$0] ?? []) }
    guard parent.isFault else {
      return Record(values: parent.values, one: parent.one, many: many)
    }
    return store[number].map { Record(values: $0.values, one: $0.one, many: many) }
  }

  /// Whether an object can be used in a context.
  func isUsable(_ number: Int, _ place: Place) -> Bool {
    guard let object = self[place, number], !object.isFault else {
      return self[place, number]?.isDeleted != true && source(number, place) != nil
    }
    return !object.isDeleted
  }

  mutating func fire(_ number: Int, _ place: Place) {
    register(number, place)
    guard var object = self[place, number], object.isFault else { return }
    object.isFault = false
    if let record = source(number, place) {
      for attribute in Shape.persistent { object.values[attribute] = record.values[attribute] }
      object.one = record.one
    } else {
      // R-CTX-337: the object is deleted and empty.
      object.isDeleted = true
      object.isUpdated = false
      object.isPropagated = true
      object.many = Members.none
    }
    object.committedValues = object.values
    object.committedOne = object.one
    self[place, number] = object
  }

  mutating func load(_ number: Int, relation: Int, at place: Place) {
    fire(number, place)
    guard self[place, number]?.many[relation].loaded == nil else { return }
    let members = source(number, place)?.many[relation] ?? []
    self[place, number]?.many[relation].load(members)
  }

  // MARK: - Change sets

  func inserted(_ place: Place) -> Set<Int> {
    numbers(place) { $0.isInserted && !$0.isDeleted }
  }

  func updated(_ place: Place) -> Set<Int> {
    numbers(place) { $0.isUpdated && !$0.isInserted && !$0.isDeleted }
  }

  func deleted(_ place: Place) -> Set<Int> {
    numbers(place) { $0.isDeleted && !$0.isInserted }
  }

  func numbers(_ place: Place, where fits: (OracleObject) -> Bool) -> Set<Int> {
    Set(objects(place).filter { fits($0.value) }.keys)
  }

  /// What a fetch finds (R-CTX-480, 481): the source's objects with this context's changes.
  func fetched(_ place: Place, where fits: (Int?) -> Bool) -> Set<Int> {
    var found: Set<Int> =
      place == .child
      ? fetched(.parent, where: fits)
      : Set(store.filter { fits($0.value.values[0]) }.keys)
    for (number, object) in objects(place) where object.hasChanges {
      if object.isDeleted {
        found.remove(number)
      } else if !object.isFault {
        if fits(object.values[0]) { found.insert(number) } else { found.remove(number) }
      }
    }
    return found
  }
}
