// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Plans the attributes of a part's entities so that uniqueness constraints hold.
struct EntityPlanner {
  let model: BenchModel
  let part: ModelPart
  let profile: StoreProfile?
  let objects: Int
  let dice: Dice

  private(set) var notes: [String] = []

  init(
    model: BenchModel, part: ModelPart, profile: StoreProfile?, objects: Int, dice: Dice
  ) {
    self.model = model
    self.part = part
    self.profile = profile
    self.objects = objects
    self.dice = dice
  }

  /// Entities whose attributes cannot be satisfied are left out, with a note.
  mutating func plans() -> [EntityPlan] {
    var plans: [EntityPlan] = []
    for entity in part.entities {
      do {
        plans.append(try plan(entity))
      } catch let error as FieldPlanner.Unsatisfiable {
        notes.append("\(entity.name ?? "") is left out: \(error.reason).")
      } catch {
        notes.append("\(entity.name ?? "") is left out: \(ErrorText.line(for: error))")
      }
    }
    for index in plans.indices { settle(&plans[index]) }
    checkRows(&plans)
    return plans
  }

  private func plan(_ entity: NSEntityDescription) throws -> EntityPlan {
    let name = entity.name ?? ""
    let planner = FieldPlanner(dice: dice, objects: objects)
    let bound = Set(entity.uniquenessConstraints.joined().compactMap { $0 as? String })
    var columns: [EntityPlan.Column] = []
    for fields in model.fields(of: entity) {
      let plans = try fields.compactMap { field in
        let known = profile?.entities[name]?.fields[field.name]
        return try planner.plan(field, of: name, bound.contains(field.name) ? nil : known)
      }
      guard let first = fields.first?.path.first, !plans.isEmpty else { continue }
      let attribute = entity.attributesByName[first]
      columns.append(
        EntityPlan.Column(
          name: first, isTransient: attribute?.isTransient ?? false,
          hasDefault: attribute?.defaultValue != nil, fields: plans))
    }
    var plan = EntityPlan(entity: entity, name: name, columns: columns)
    plan.constraints = constraints(of: plan)
    return plan
  }

  // MARK: - Constraints

  private func constraints(of plan: EntityPlan) -> [ConstraintPlan] {
    var result: [ConstraintPlan] = []
    var next: NSEntityDescription? = plan.entity
    while let entity = next {
      let inherited = entity.superentity?.uniquenessConstraints.count ?? 0
      for (index, names) in entity.uniquenessConstraints.enumerated()
      where index >= inherited && !names.isEmpty {
        let names = names.compactMap { $0 as? String }
        result.append(
          ConstraintPlan(
            id: "\(entity.name ?? "")#\(index)",
            fields: names.filter { plan.field($0) != nil },
            relationships: names.filter { plan.entity.relationshipsByName[$0] != nil },
            scope: scope(of: plan.entity, below: entity),
            // A property that is always nil binds nothing.
            isSettled: names.contains {
              plan.field($0) == nil && plan.entity.relationshipsByName[$0] == nil
            }))
      }
      next = entity.superentity
    }
    return result.reversed()
  }

  private func scope(
    of entity: NSEntityDescription, below ancestor: NSEntityDescription
  ) -> Scope {
    let members = part.entities.filter { $0.isKindOf(entity: ancestor) }
    return Scope(
      stride: members.count, position: members.firstIndex { $0 === entity } ?? 0)
  }

  /// Gives the fields of constraints their roles: one that differs in every row if there is one
  /// with enough values, else digits of the row's number.
  private func settle(_ plan: inout EntityPlan) {
    for index in plan.constraints.indices where !plan.constraints[index].isSettled {
      let constraint = plan.constraints[index]
      let fields = constraint.fields.compactMap(plan.field)
      let needed = constraint.scope.number(objects * 4)
      if fields.contains(where: { Self.isSerial($0) && $0.maker.isInjective }) {
        plan.constraints[index].isSettled = true
      } else if let wide = fields.first(where: { $0.maker.domain > needed && !$0.isUnique }) {
        plan.setRole(.serial(constraint.scope), of: wide.field.name)
        plan.constraints[index].isSettled = wide.maker.isInjective
      } else {
        setDigits(of: &plan, index: index, fields: fields)
      }
    }
  }

  private func setDigits(of plan: inout EntityPlan, index: Int, fields: [FieldPlan]) {
    let scope = plan.constraints[index].scope
    var divisor = 1
    for field in fields where !field.isUnique {
      plan.setRole(.digit(scope, divisor: divisor), of: field.field.name)
      let (product, overflows) = divisor.multipliedReportingOverflow(by: field.maker.domain)
      divisor = overflows ? Int.max : product
    }
    plan.constraints[index].divisor = divisor
  }

  private static func isSerial(_ field: FieldPlan) -> Bool {
    if case .serial = field.role { true } else { false }
  }

  // MARK: - Rows

  /// Picks the rows that satisfy constraints whose fields have few values.
  private func checkRows(_ plans: inout [EntityPlan]) {
    var seen: [String: Set<String>] = [:]
    for index in plans.indices {
      let plan = plans[index]
      let checked = plan.constraints.filter(\.isChecked)
      guard !checked.isEmpty else { continue }
      var rows: [Int] = []
      var row = 0
      while rows.count < objects, row < objects * 4 + 1000 {
        defer { row += 1 }
        let keys = checked.map { ($0.id, plan.key(of: $0, row)) }
        let isFree = keys.allSatisfy { id, key in
          key.map { !(seen[id]?.contains($0) ?? false) } ?? true
        }
        guard isFree else { continue }
        for case (let id, let key?) in keys { seen[id, default: []].insert(key) }
        rows.append(row)
      }
      plans[index].rows = rows
    }
  }
}
