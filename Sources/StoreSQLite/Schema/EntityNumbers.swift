// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The numbers by which a file speaks of entities.
struct EntityNumbers: Sendable {
  /// By entity index; nil for entities that the store does not hold.
  let numbers: [Int64?]
  /// True if every entity that the store is to hold has a number.
  let isComplete: Bool

  /// Depth-first over the held entities, from 1, roots and children by name without regard to case:
  /// the numbering of a new file (R-REQ-124).
  init(schema: StoreSchema, held: Set<Int>) {
    var numbers = [Int64?](repeating: nil, count: schema.entities.count)
    var next: Int64 = 0
    func number(_ entities: [EntitySchema]) {
      for entity in EntityNumbers.sorted(entities) {
        if held.contains(entity.index) {
          next += 1
          numbers[entity.index] = next
        }
        number(
          entity.subtree.dropFirst().map { schema.entities[$0] }.filter {
            $0.parent == entity.index
          })
      }
    }
    number(schema.entities.filter { $0.parent == nil })
    self.numbers = numbers
    isComplete = true
  }

  /// The numbers that an existing file gives. An entity that it does not know by its name goes by its
  /// former one, which stays in the file when the entity is renamed, or by the number that it would
  /// have in a new file, if nothing else stands there. One that is not there at all is a mismatch,
  /// or has no number when `isLenient`.
  init(
    schema: StoreSchema, held: Set<Int>, stored: [String: PrimaryKeyTable.Entry],
    isLenient: Bool = false, store: String
  ) throws(StoreError) {
    let valid = stored.filter { $0.value.number > 0 && $0.value.number < 1 << 20 }
    let names = Set(held.map { schema.entities[$0].name })
    var numbers = [Int64?](repeating: nil, count: schema.entities.count)
    for index in held.sorted() {
      let entity = schema.entities[index]
      let former = entity.formerName.flatMap { names.contains($0) ? nil : valid[$0] }
      numbers[index] = (valid[entity.name] ?? former)?.number
    }
    let unknown = held.filter { numbers[$0] == nil }
    if !unknown.isEmpty, !isLenient {
      let positions = EntityNumbers(schema: schema, held: held)
      for index in unknown.sorted() {
        guard let number = positions.unnamed(index, schema, stored: valid, found: numbers) else {
          let name = schema.entities[index].name
          throw StoreError(
            .schemaMismatch, store: store, message: "the file does not know the entity \(name)")
        }
        numbers[index] = number
      }
    }
    self.numbers = numbers
    isComplete = held.allSatisfy { numbers[$0] != nil }
  }

  /// Returns the number of a new file for an entity that an existing one does not know by name,
  /// provided that the file has as many entities, and one there that has the same parent and is no
  /// other's.
  private func unnamed(
    _ entity: Int, _ schema: StoreSchema, stored: [String: PrimaryKeyTable.Entry],
    found: [Int64?]
  ) -> Int64? {
    guard let number = numbers[entity], !found.contains(number),
      stored.values.count(where: { $0.number < EntityNumbers.firstOfHistory })
        == numbers.count(where: { $0 != nil }),
      let entry = stored.values.first(where: { $0.number == number })
    else { return nil }
    let parent = schema.entities[entity].parent.flatMap { found[$0] ?? numbers[$0] } ?? 0
    return entry.parent == parent ? number : nil
  }

  /// Numbers from here on are those of the tables of history.
  static let firstOfHistory: Int64 = 16_000

  /// By name without regard to case, as Apple's files number entities.
  static func sorted(_ entities: [EntitySchema]) -> [EntitySchema] {
    entities.map { (key: $0.name.lowercased(), entity: $0) }.sorted { one, other in
      one.key == other.key
        ? precedes(one.entity.name, other.entity.name) : precedes(one.key, other.key)
    }.map(\.entity)
  }

  /// By UTF-8 bytes, which no locale changes.
  static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  subscript(entity: Int) -> Int64? { numbers[entity] }

  /// Entity indexes by number.
  var inverted: [Int32] {
    let count = Int((numbers.compactMap(\.self).max() ?? 0) + 1)
    var result = [Int32](repeating: -1, count: count)
    for (index, number) in numbers.enumerated() {
      if let number { result[Int(number)] = Int32(index) }
    }
    return result
  }

  /// Returns the entities of a configuration with all their ancestors.
  static func held(_ entities: [Int], schema: StoreSchema) -> Set<Int> {
    var held = Set<Int>()
    for entity in entities {
      var next: Int? = entity
      while let index = next, held.insert(index).inserted { next = schema.entities[index].parent }
    }
    return held
  }
}
#endif
