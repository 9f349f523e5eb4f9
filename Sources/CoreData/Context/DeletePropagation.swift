// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Applies the delete rules of deleted objects, until nothing new is deleted (R-CTX-409…415).
enum DeletePropagation {
  static func run(in context: NSManagedObjectContext) {
    let tracker = context.tracker
    var next = 0
    while next < tracker.deleted.count {
      let object = tracker.deleted[next]
      next += 1
      guard object.flags.isDisjoint(with: .propagated) else { continue }
      object.flags.insert(.propagated)
      for index in object.layout.relationships { apply(object, index, in: context) }
    }
  }

  private static func apply(
    _ object: NSManagedObject, _ index: Int, in context: NSManagedObjectContext
  ) {
    let record = object.layout.properties[index]
    switch record.deleteRule {
    case .cascadeDeleteRule:
      for destination in destinations(of: object, record) { context.delete(destination) }
    case .nullifyDeleteRule where record.inverse >= 0:
      for destination in destinations(of: object, record) {
        InverseMaintenance.leave(object, from: destination, record.inverse)
      }
    case .nullifyDeleteRule, .denyDeleteRule, .noActionDeleteRule: break
    }
  }

  private static func destinations(
    of object: NSManagedObject, _ record: PropertyRecord
  ) -> [NSManagedObject] {
    record.kind == .toOne
      ? object.toOne(record.index).map { [$0] } ?? [] : object.members(record.index)
  }
}
