// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The objects of an entity and its subentities, numbered through.
struct Pool {
  /// Entities by their place among the plans.
  let entities: [Int]
  private let starts: [Int]
  let count: Int

  init(_ entities: [Int], counts: [Int]) {
    self.entities = entities
    var starts: [Int] = []
    var count = 0
    for entity in entities {
      starts.append(count)
      count += counts[entity]
    }
    self.starts = starts
    self.count = count
  }

  /// The entity of an object and its number there.
  subscript(_ index: Int) -> (entity: Int, number: Int) {
    var place = starts.count - 1
    while starts[place] > index { place -= 1 }
    return (entities[place], index - starts[place])
  }
}
