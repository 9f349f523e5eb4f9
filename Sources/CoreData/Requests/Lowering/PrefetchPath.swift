// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A chain of relationships whose objects are loaded with a fetch.
struct PrefetchPath {
  struct Step {
    /// The number of the entity whose relationship it is.
    let entity: Int
    /// The relationship's number in the entity's layout.
    let property: Int
  }

  let steps: [Step]

  /// Throws for a key path that does not lead over stored relationships only.
  init(_ keyPath: String, from entity: PropertyLayout, layouts: [PropertyLayout]) throws {
    let names = keyPath.split(separator: ".").map(String.init)
    var layout = entity
    var steps: [Step] = []
    for name in names {
      guard let record = layout.record(named: name), record.isRelationship, record.column >= 0
      else { throw LoweringError.unknownKeyPath(names, in: entity) }
      steps.append(Step(entity: layout.index, property: record.index))
      layout = layouts[record.destination]
    }
    self.steps = steps
  }
}
