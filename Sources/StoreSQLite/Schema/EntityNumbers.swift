// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The numbers by which a file speaks of entities.
struct EntityNumbers: Sendable {
  /// By entity index; nil for entities that the store does not hold.
  let numbers: [Int64?]

  /// Depth-first over the held entities, from 1: the numbering of a new file.
  init(schema: StoreSchema, held: Set<Int>) {
    var next: Int64 = 0
    numbers = schema.entities.map { entity in
      guard held.contains(entity.index) else { return nil }
      next += 1
      return next
    }
  }

  /// The numbers that an existing file gives; an entity it does not know is a mismatch.
  init(
    schema: StoreSchema, held: Set<Int>, stored: [String: PrimaryKeyTable.Entry],
    store: String
  ) throws(StoreError) {
    var numbers = [Int64?](repeating: nil, count: schema.entities.count)
    for index in held {
      let name = schema.entities[index].name
      guard let number = stored[name]?.number, number > 0, number < 1 << 20 else {
        throw StoreError(
          .schemaMismatch, store: store, message: "the file does not know the entity \(name)")
      }
      numbers[index] = number
    }
    self.numbers = numbers
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

  /// The entities of a configuration with all their ancestors.
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
