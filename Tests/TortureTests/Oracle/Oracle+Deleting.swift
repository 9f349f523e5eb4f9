// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Deletion and the processing of changes (R-CTX-350, 405…415).
extension Oracle {
  mutating func delete(_ number: Int, _ place: Place) {
    register(number, place)
    self[place, number]?.isDeleted = true
    self[place, number]?.isUpdated = false
  }

  /// Applies delete rules until nothing more is deleted, and forgets what was never saved.
  mutating func process(_ place: Place) {
    while let next = numbers(place, where: { $0.isDeleted && !$0.isPropagated }).min() {
      propagate(next, place)
    }
    for number in numbers(place, where: { $0.isDeleted && $0.isInserted }) {
      self[place, number] = nil
    }
  }

  private mutating func propagate(_ number: Int, _ place: Place) {
    self[place, number]?.isPropagated = true
    for relation in Shape.all {
      for other in related(to: number, by: relation, at: place)
      where self[place, other]?.isDeleted != true {
        if relation == Shape.cascading {
          delete(other, place)
        } else {
          leave(other, relation: Shape.inverse(relation), number: number, at: place)
        }
      }
    }
  }

  /// The present destinations.
  private mutating func related(to number: Int, by relation: Int, at place: Place) -> [Int] {
    guard Shape.isMany[relation] else {
      fire(number, place)
      return (self[place, number]?.one[relation]).map { [$0] } ?? []
    }
    load(number, relation: relation, at: place)
    return self[place, number]?.many[relation].loaded ?? []
  }
}
