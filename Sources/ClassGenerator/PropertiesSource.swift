// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The typed properties of an entity, and the constants that say where their values are.
struct PropertiesSource {
  /// The nested type that holds the constants.
  static let slots = "_GeneratedSlots"

  let owner: ClassSource

  init(_ owner: ClassSource) { self.owner = owner }

  func write(to source: inout SourceText) {
    for (name, _) in owner.ownSlots {
      source.line()
      if let attribute = owner.entity.attribute(named: name) {
        write(attribute, to: &source)
      } else if let relationship = owner.entity.relationship(named: name) {
        write(relationship, to: &source)
      }
    }
    writeSlots(to: &source)
  }

  // MARK: - Kinds

  private func write(_ attribute: AttributeDocument, to source: inout SourceText) {
    let type = SwiftTypeName(attribute)
    writeVariable(
      attribute.name, type.text(in: owner.names), get: type.getter, set: type.setter, to: &source)
  }

  private func write(_ relationship: RelationshipDocument, to source: inout SourceText) {
    guard relationship.isToMany else {
      let type = owner.names.reference(to: relationship.destinationName) + "?"
      writeVariable(relationship.name, type, get: "_getObject", set: "_setObject", to: &source)
      return
    }
    let type = owner.names.set(isOrdered: relationship.isOrdered) + "?"
    writeVariable(relationship.name, type, get: "_get", set: "_set", to: &source)
    ToManySource(relationship, owner).write(to: &source)
  }

  private func writeVariable(
    _ name: String, _ type: String, get: String, set: String, to source: inout SourceText
  ) {
    source.block("public var \(SwiftIdentifier.escaped(name)): \(type)") {
      $0.line("get { \(get)(\(Self.slot(name))) }")
      $0.line("set { \(set)(\(Self.slot(name)), newValue) }")
    }
  }

  // MARK: - Slots

  /// With a line before the name, since no type may have a member `Type` or `Protocol`.
  static func slot(_ name: String) -> String { "\(slots)._\(name)" }

  /// Computed constants: they fold into their uses, and need neither storage nor initialisation.
  private func writeSlots(to source: inout SourceText) {
    guard !owner.ownSlots.isEmpty else { return }
    source.line()
    source.block("nonisolated private enum \(Self.slots)") { source in
      for (name, slot) in owner.ownSlots {
        let hash = "0x" + String(PropertyNameHash.of(name), radix: 16)
        let type = owner.names.qualified("GeneratedProperty", of: "CoreData")
        source.block("static var _\(name): \(type)") {
          $0.line("\(type)(\"\(name)\", slot: \(slot), hash: \(hash))")
        }
      }
    }
  }
}
