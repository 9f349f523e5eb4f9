// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

extension NSPersistentStoreCoordinator {
  /// Which store the next save would put a new object into, and why. Our addition.
  public final func explainRoute(for object: NSManagedObject) -> String {
    RouteExplanation.text(for: object, in: self)
  }
}

/// Says where an object lives or would go, and why.
enum RouteExplanation {
  static func text(for object: NSManagedObject, in coordinator: NSPersistentStoreCoordinator)
    -> String
  {
    let entity = object.layout.schema.name
    guard object.key.isTemporary else {
      let name = coordinator.router.store(object.key.store)?.name
      return "\(entity) lives in \(name.map { "“\($0)”" } ?? "a store that has been removed")."
    }
    guard let context = object.context, context.coordinator === coordinator else {
      return "\(entity) goes nowhere: it is not inserted into a context of this coordinator."
    }
    let pending = context.tracker.savedInserts.filter { $0.key.isTemporary }
    let explanations = Routing(pending, in: context).explanations()
    guard let place = pending.firstIndex(where: { $0 === object }) else {
      return "\(entity) goes nowhere: it is not going to be inserted."
    }
    return explanations[place].description
  }
}
