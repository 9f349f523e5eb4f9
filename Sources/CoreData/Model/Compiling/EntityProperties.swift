// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The properties of an entity: its own, and stand-ins for the inherited ones.
///
/// Until the model is frozen the inherited ones follow every change of the ancestors; freezing
/// computes them once, and from then on any thread may read.
final class EntityProperties {
  /// A property of the parent and what stands for it here.
  private struct StandIn {
    let source: NSPropertyDescription
    let copy: NSPropertyDescription
  }

  private struct Frozen {
    let all: [NSPropertyDescription]
    let byName: [String: NSPropertyDescription]
    let attributes: [String: NSAttributeDescription]
    let relationships: [String: NSRelationshipDescription]
  }

  /// The properties that the entity declares itself, in the order given.
  private(set) var own: [NSPropertyDescription] = []
  private var standIns: [ObjectIdentifier: StandIn] = [:]
  private var frozen: Frozen?

  init() {}

  func setOwn(_ properties: [NSPropertyDescription], of entity: NSEntityDescription) {
    let new = properties.filter { !($0.isInherited && $0.owner === entity) }
    check(new, of: entity)
    for property in own where property.owner === entity { property.owner = nil }
    own = new
    for property in new { property.owner = entity }
  }

  /// The inherited in the parent's order, then the own. A property that the entity declares anew
  /// takes the place of the inherited one.
  func all(of entity: NSEntityDescription) -> [NSPropertyDescription] {
    if let frozen { return frozen.all }
    guard let parent = entity.parent else { return own }
    return inherited(from: parent, by: entity) + own
  }

  func byName(of entity: NSEntityDescription) -> [String: NSPropertyDescription] {
    frozen?.byName ?? Self.named(all(of: entity))
  }

  func attributes(of entity: NSEntityDescription) -> [String: NSAttributeDescription] {
    frozen?.attributes ?? Self.named(all(of: entity).compactMap { $0 as? NSAttributeDescription })
  }

  func relationships(of entity: NSEntityDescription) -> [String: NSRelationshipDescription] {
    frozen?.relationships
      ?? Self.named(all(of: entity).compactMap { $0 as? NSRelationshipDescription })
  }

  /// Fixes what the entity has; its parent must be frozen already.
  func freeze(_ entity: NSEntityDescription) {
    let all = all(of: entity)
    frozen = Frozen(
      all: all, byName: Self.named(all),
      attributes: Self.named(all.compactMap { $0 as? NSAttributeDescription }),
      relationships: Self.named(all.compactMap { $0 as? NSRelationshipDescription }))
  }

  func hasEqualContent(_ other: EntityProperties) -> Bool {
    own.count == other.own.count && Self.named(own) == Self.named(other.own)
  }

  /// Returns the name of a property given as a name or as a description.
  static func name(of property: Any) -> String? {
    (property as? NSPropertyDescription)?.name ?? property as? String
  }

  private func inherited(
    from parent: NSEntityDescription, by entity: NSEntityDescription
  ) -> [NSPropertyDescription] {
    let declared = Set(own.map(\.name))
    let sources = parent.propertyTable.all(of: parent).filter { !declared.contains($0.name) }
    var current: [ObjectIdentifier: StandIn] = [:]
    let result = sources.map { source in
      let standIn = standIn(for: source, in: entity)
      current[ObjectIdentifier(source)] = standIn
      return standIn.copy
    }
    standIns = current
    return result
  }

  private func standIn(
    for source: NSPropertyDescription, in entity: NSEntityDescription
  ) -> StandIn {
    if let known = standIns[ObjectIdentifier(source)] { return known }
    let copy = source.inherited()
    copy.owner = entity
    return StandIn(source: source, copy: copy)
  }

  private func check(_ properties: [NSPropertyDescription], of entity: NSEntityDescription) {
    var names: Set<String> = []
    for property in properties {
      let place = "property '\(property.name)' of entity '\(entity.name ?? "")'"
      if property is NSExpressionDescription || type(of: property) == NSPropertyDescription.self {
        raise(
          .invalidArgument,
          "The \(place) must be an attribute, relationship or fetched property.")
      }
      if let owner = property.owner, owner !== entity {
        raise(.invalidArgument, "The \(place) already belongs to entity '\(owner.name ?? "")'.")
      }
      guard names.insert(property.name).inserted else {
        raise(.invalidArgument, "There is more than one \(place).")
      }
    }
  }

  private static func named<Property: NSPropertyDescription>(
    _ properties: [Property]
  ) -> [String: Property] {
    Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
  }
}

/// The names that properties may have: all that key-value coding can tell apart, and that are not
/// those of members of `NSManagedObject`.
enum PropertyNames {
  /// Why a property of an entity cannot have this name; `nil` when it can.
  static func problem(with name: String, of entity: String) -> String? {
    if ReservedPropertyName.contains(name) {
      return "The property '\(entity).\(name)' needs another name: \(name) is a reserved word / "
        + "conflicts with a method of NSManagedObject."
    }
    if name.isEmpty { return "A property of entity '\(entity)' has no name." }
    guard name.hasPrefix("@") || name.contains(".") || name.contains("\0") else { return nil }
    return "The property '\(entity).\(name)' needs another name: key paths cannot have dots or NUL "
      + "within keys, nor an @ before them."
  }
}
