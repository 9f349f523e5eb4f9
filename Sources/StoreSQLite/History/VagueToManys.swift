// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Finds out, in a file of Apple's framework, which to-many relationships a transaction has changed: those on
/// whose other side it has changed something too.
struct VagueToManys {
  private let plan: StorePlan
  /// Entities of which objects were inserted or deleted.
  private var stirred: Set<Int> = []
  /// By entity: what was updated of any object.
  private var updated: [Int: SlotSet] = [:]
  /// By entity: the places of relationships on whose other side nothing has changed.
  private var untouched: [Int: [Int]] = [:]

  /// - Parameter changes: those of a transaction.
  init(_ plan: StorePlan, _ changes: [HistoryChange]) {
    self.plan = plan
    for change in changes {
      if change.kind == .update {
        change.properties.forEach { updated[change.key.entity, default: SlotSet()].insert($0) }
      } else {
        stirred.insert(change.key.entity)
      }
    }
  }

  /// Takes the relationships out that are not among them, unless fewer would be left than there are.
  ///
  /// - Parameter count: how many to-many relationships were updated.
  mutating func narrow(_ change: inout HistoryChange, count: Int) {
    let entity = change.key.entity
    let places = plan.historyBits(of: entity).vaguePlaces
    guard count > 0, !places.isEmpty else { return }
    let others = untouched[entity] ?? untouchedPlaces(of: entity)
    untouched[entity] = others
    guard places.count - others.count >= count else { return }
    for place in others { change.properties.remove(place) }
  }

  private func untouchedPlaces(of entity: Int) -> [Int] {
    let layout = plan.schema.history.entities[entity]
    return plan.schema.entities[entity].toManys.enumerated().compactMap { index, toMany in
      isTouched(toMany) ? nil : layout.place(ofToMany: index)
    }
  }

  private func isTouched(_ toMany: ToManySchema) -> Bool {
    // The members of a relationship without inverse know nothing of it.
    if case .link(let link, _) = toMany.storage, plan.schema.links[link].isOneSided { return true }
    return plan.schema.entities[toMany.destination].subtree.contains { entity in
      if stirred.contains(entity) { return true }
      guard let updated = updated[entity] else { return false }
      guard case .inverse(let toOne) = toMany.storage else { return true }
      var slots = SlotSet()
      slots.insert(plan.schema.entities[entity].toOnes[toOne].slot)
      return plan.schema.history.entities[entity].places(of: slots).intersects(updated)
    }
  }
}
#endif
