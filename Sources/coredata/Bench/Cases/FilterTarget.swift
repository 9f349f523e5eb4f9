// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The fetches of the case about filters: an entity, the attribute to filter by, one to sort by.
struct FilterTarget {
  let plan: EntityPlan
  let field: FieldPlan
  let sort: FieldPlan?
  let isIndexed: Bool
  private let dice: Dice

  static let count = 200
  private static let limit = 100

  /// The best of the part: an indexed attribute of many objects, else the one with most values.
  init?(_ data: DataPlan) {
    let candidates = data.entities.filter { $0.count > 0 }.flatMap { plan in
      plan.columns.flatMap(\.fields).filter { $0.field.isComparable && $0.variety > 1 }
        .map { (plan: plan, field: $0, isIndexed: Self.isIndexed($0.field, plan)) }
    }
    func weight(_ candidate: (plan: EntityPlan, field: FieldPlan, isIndexed: Bool)) -> Double {
      let values = Double(min(candidate.field.variety, candidate.plan.count))
      return values.squareRoot() * Double(candidate.plan.count) * (candidate.isIndexed ? 100 : 1)
    }
    guard let best = candidates.max(by: { weight($0) < weight($1) }) else { return nil }
    plan = best.plan
    field = best.field
    isIndexed = best.isIndexed
    sort = best.plan.columns.lazy.flatMap(\.fields).first {
      $0.field.isComparable && $0.field.hasRanges && $0.field.name != best.field.field.name
    }
    dice = data.dice.named("filter")
  }

  /// Returns true if an index, or the index that a constraint needs, begins with the attribute.
  private static func isIndexed(_ field: Field, _ plan: EntityPlan) -> Bool {
    var next: NSEntityDescription? = plan.entity
    while let entity = next {
      if entity.indexes.contains(where: { $0.elements.first?.propertyName == field.name }) {
        return true
      }
      next = entity.superentity
    }
    return plan.entity.uniquenessConstraints.contains { $0.first as? String == field.name }
  }

  /// Returns the fetch of a number: every other one for a range, the rest for one value. nil where
  /// the data has no value.
  func request(_ number: Int) -> NSFetchRequest<NSManagedObject>? {
    let row = plan.row(dice.number(number, below: plan.count))
    guard let value = field.value(row) else { return nil }
    let isRange = number.isMultiple(of: 2) && field.field.hasRanges
    let request = NSFetchRequest<NSManagedObject>(entityName: plan.name)
    request.predicate = NSPredicate(
      format: isRange ? "%K >= %@" : "%K == %@", field.field.name, value)
    if isRange {
      request.sortDescriptors = [NSSortDescriptor(key: field.field.name, ascending: true)]
    } else if let sort {
      request.sortDescriptors = [NSSortDescriptor(key: sort.field.name, ascending: true)]
    }
    request.fetchLimit = Self.limit
    return request
  }

  /// Returns a number for the part of a fetch's results that is fixed where several orders are
  /// right: the keys of the order.
  func digest(_ objects: [NSManagedObject], _ request: NSFetchRequest<NSManagedObject>) -> Int64 {
    guard let key = request.sortDescriptors?.first?.key else { return Int64(objects.count) }
    return objects.reduce(Int64(objects.count)) { $0 &+ Digest.of($1.value(forKey: key)) }
  }

  /// For people: `Employee by salary (indexed)`.
  var text: String {
    "\(plan.name) by \(field.field.name)\(isIndexed ? ", indexed" : "")"
  }
}
