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

  /// Takes the relationships out that are not among them. If none is, all stay.
  func narrow(_ change: inout HistoryChange) {
    let entity = change.key.entity
    let places = plan.historyBits(of: entity).vaguePlaces
    guard let first = places.first, change.properties.contains(first) else { return }
    let layout = plan.schema.history.entities[entity]
    let others = plan.schema.entities[entity].toManys.enumerated().filter { !isTouched($0.element) }
    guard others.count < places.count else { return }
    for (index, _) in others { change.properties.remove(layout.place(ofToMany: index)) }
  }

  private func isTouched(_ toMany: ToManySchema) -> Bool {
    plan.schema.entities[toMany.destination].subtree.contains { entity in
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
