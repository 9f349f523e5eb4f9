// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The entity of objects and IDs that are made without one, by `NSManagedObject()` and
/// `NSManagedObjectID()`: they exist, as on Apple's platforms, and are good for nothing.
// Sendable: a frozen model is immutable.
struct NoEntity: @unchecked Sendable {
  static let shared = NoEntity()

  let model: NSManagedObjectModel
  let layout: PropertyLayout

  private init() {
    let entity = NSEntityDescription()
    entity.name = "(no entity)"
    // No class is called so: none is found to have this entity.
    entity.managedObjectClassName = "(no class)"
    model = NSManagedObjectModel()
    model.entities = [entity]
    model.freeze()
    layout = entity.frozenLayoutOrFail
  }

  /// Stops the program if an object has no entity.
  static func refuse(_ object: NSManagedObject) {
    guard object.layout === shared.layout else { return }
    raise(
      .invalidArgument,
      "This \(type(of: object)) was made with \(type(of: object))() and has no entity. Make it with "
        + "init(context:) or init(entity:insertInto:).")
  }
}
