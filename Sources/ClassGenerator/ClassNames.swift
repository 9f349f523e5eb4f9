// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The Swift classes of a model's entities, seen from the module that code is generated for.
struct ClassNames {
  static let root = "NSManagedObject"

  let document: ModelDocument
  let module: String
  /// The bare names of all classes of this module, which hide imported types of the same name.
  private var ownNames: Set<String> = []

  init(document: ModelDocument, module: String) {
    self.document = document
    self.module = module
    ownNames = Set(document.entities.compactMap(ownName))
  }

  /// How code refers to an entity's class; the root class when the entity is unknown, has no class, or has
  /// one of another module, which the generated file does not import.
  func reference(to entityName: String) -> String {
    document.entity(named: entityName).map(reference) ?? Self.root
  }

  /// How code refers to an entity's class.
  func reference(to entity: EntityDocument) -> String {
    ownName(of: entity).map(SwiftIdentifier.escaped) ?? Self.root
  }

  /// Returns the bare name of an entity's class if it belongs to this module, which a leading dot,
  /// the module's name, and no module at all say.
  func ownName(of entity: EntityDocument) -> String? {
    let parts = entity.className.split(separator: ".", omittingEmptySubsequences: false)
    guard let name = parts.last, !name.isEmpty, name != Self.root, name != "self" else {
      return nil
    }
    let prefix = parts.dropLast().joined(separator: ".")
    return prefix.isEmpty || prefix == module ? String(name) : nil
  }

  /// Returns true if an entity's class is a subclass that belongs to another module.
  func isForeign(_ entity: EntityDocument) -> Bool {
    let isNamed = !entity.className.isEmpty && entity.className != Self.root
    return isNamed && ownName(of: entity) == nil
  }

  /// Returns the class an entity's class inherits from.
  func superclass(of entity: EntityDocument) -> String {
    entity.parentName.map(reference) ?? Self.root
  }

  /// Returns true if code is generated for an entity.
  func isGenerated(_ entity: EntityDocument) -> Bool {
    entity.codeGeneration != .manual && ownName(of: entity) != nil
  }

  /// Returns true if an ancestor's generated class is `Identifiable`, hence the entity's class as
  /// well.
  func inheritsIdentity(_ entity: EntityDocument) -> Bool {
    document.ancestry(of: entity.name).dropFirst().contains(where: isGenerated)
  }

  /// Returns the name of an imported type as code writes it: qualified where a class of this module hides
  /// it.
  func qualified(_ type: String, of module: String) -> String {
    ownNames.contains(type) ? "\(module).\(type)" : type
  }

  /// Returns the type of a to-many relationship.
  func set(isOrdered: Bool) -> String {
    qualified(isOrdered ? "NSOrderedSet" : "NSSet", of: "Foundation")
  }
}
