// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Finds models and entities for contexts and classes.
enum EntityLookup {
  // Sendable: models in use are immutable, and the list is behind the mutex.
  private struct UsedModels: @unchecked Sendable {
    struct Reference {
      weak var model: NSManagedObjectModel?
    }

    var references: [Reference] = []
  }

  private static let used = Mutex(UsedModels())

  /// Remembers, without keeping it alive, that a coordinator uses a model.
  static func noteUse(of model: NSManagedObjectModel) {
    let reference = UsedModels(references: [UsedModels.Reference(model: model)])
    used.withLock { used in
      used.references.removeAll {
        $0.model == nil || $0.model === reference.references[0].model
      }
      used.references += reference.references
    }
  }

  /// Returns the model of the coordinator at the root of the context's parents; having none is a
  /// programmer error.
  static func model(
    of context: NSManagedObjectContext, searchingFor name: @autoclosure () -> String
  ) -> NSManagedObjectModel {
    guard let coordinator = context.persistentStoreCoordinator else {
      raise(
        .invalidArgument,
        "+entityForName: nil is not a legal NSPersistentStoreCoordinator for searching for entity "
          + "name '\(name())'")
    }
    return coordinator.managedObjectModel
  }

  /// Returns the only entity of a class in a context's model; none or several are a programmer
  /// error.
  static func entity(
    of type: NSManagedObject.Type, in context: NSManagedObjectContext
  ) -> NSEntityDescription {
    let model = model(of: context, searchingFor: String(describing: type))
    ClassRegistry.register([type])
    let candidates = entities(of: type, in: model)
    if candidates.count == 1 { return candidates[0] }
    let names = candidates.map { "'\($0.name ?? "")'" }.joined(separator: ", ")
    raise(
      .invalidArgument,
      candidates.isEmpty
        ? "No NSEntityDescriptions in the context's model claim the NSManagedObject subclass "
          + "'\(type)', so its entity is not known. Set the class of the entity, and register it."
        : "The NSManagedObject subclass '\(type)' is the class of several entities: \(names). Use "
          + "init(entity:insertInto:).")
  }

  /// Returns the entity of a class in the models that coordinators use, the most recently used
  /// first; an entity without a name when no model claims the class, which is logged once.
  static func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    let models = livingModels().filter { !entities(of: type, in: $0).isEmpty }
    guard let model = models.last, let first = entities(of: type, in: model).first else {
      Log.warningOnce(
        "No NSEntityDescriptions in any model claim the NSManagedObject subclass '\(type)', so "
          + "+entity is confused. Have you loaded your NSManagedObjectModel yet?")
      return NSEntityDescription()
    }
    if models.count > 1 {
      Log.warningOnce(
        "Multiple NSEntityDescriptions claim the NSManagedObject subclass '\(type)'; the one of "
          + "the model used last is taken.")
    }
    return first
  }

  /// Returns the entity of a class and all below it, in the model used last that has it; nil if the
  /// class has none there, or several.
  static func family(of type: NSManagedObject.Type) -> [NSEntityDescription]? {
    let candidates = livingModels().map { entities(of: type, in: $0) }.last { !$0.isEmpty }
    guard let candidates, candidates.count == 1 else { return nil }
    return below(candidates[0])
  }

  private static func below(_ entity: NSEntityDescription) -> [NSEntityDescription] {
    [entity] + entity.subentities.flatMap(below)
  }

  /// Returns the models in use, the most recently used last. Held by the caller: another thread may
  /// drop the last coordinator of one meanwhile, and entities know their models weakly.
  private static func livingModels() -> [NSManagedObjectModel] {
    used.withLock { UsedModels(references: $0.references) }.references.compactMap(\.model)
  }

  private static func entities(
    of type: NSManagedObject.Type, in model: NSManagedObjectModel
  ) -> [NSEntityDescription] {
    model.entities.filter { $0.objectClass == type }
  }
}

extension NSManagedObjectModel {
  /// Returns the entity of a name, or of the name that Foundation gives the class of that name, as
  /// `Module.Entity`: programs write `NSStringFromClass(Entity.self)`, which is `Entity` where classes have
  /// names of their own. No entity's name has a dot.
  final func entity(named name: String) -> NSEntityDescription? {
    let entities = entitiesByName
    if let entity = entities[name] { return entity }
    return name.lastIndex(of: ".").flatMap { entities[String(name[name.index(after: $0)...])] }
  }
}
