// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The attributes that are changed: up to two of the entity with most objects that has any that
/// may take another value.
struct UpdateTarget {
  /// By place among the plan's entities.
  let place: Int
  let plan: EntityPlan
  let fields: [FieldPlan]

  init?(_ data: DataPlan) {
    var best: UpdateTarget?
    for (place, plan) in data.entities.enumerated() where plan.count > best?.plan.count ?? 0 {
      let fields = plan.columns.flatMap(\.fields).filter(Self.canChange)
      guard !fields.isEmpty else { continue }
      best = UpdateTarget(place: place, plan: plan, fields: Array(fields.prefix(2)))
    }
    guard let best else { return nil }
    self = best
  }

  private init(place: Int, plan: EntityPlan, fields: [FieldPlan]) {
    self.place = place
    self.plan = plan
    self.fields = fields
  }

  private static func canChange(_ plan: FieldPlan) -> Bool {
    guard plan.field.isComparable, !plan.isUnique, plan.variety > 1 else { return false }
    return (0..<8).allSatisfy { row in
      plan.value(row, revision: 1).map(plan.field.accepts) ?? plan.field.attribute.isOptional
    }
  }

  /// Gives the object of a number its second values.
  func change(_ object: NSManagedObject, _ number: Int, onlyFirst: Bool = false) {
    let row = plan.row(number)
    for field in onlyFirst ? fields.prefix(1) : fields[...] {
      object.setValue(field.value(row, revision: 1), forKey: field.field.name)
    }
    plan.setTransient(number, on: object)
  }

  func digest(_ object: NSManagedObject) -> Int64 {
    fields.reduce(0) { $0 &+ Digest.of(object.value(forKey: $1.field.name)) }
  }

  /// For people: `Employee.salary, Employee.score`.
  var text: String { fields.map { "\(plan.name).\($0.field.name)" }.joined(separator: ", ") }
}
