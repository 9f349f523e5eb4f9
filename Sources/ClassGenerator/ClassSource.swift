// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The source for one entity: its class if asked for, and the extension with its properties.
struct ClassSource {
  let entity: EntityDocument
  let name: String
  let names: ClassNames
  /// The entity's properties in the order of their slots.
  let order: [String]

  init?(_ entity: EntityDocument, names: ClassNames) {
    guard names.isGenerated(entity), let name = names.ownName(of: entity) else { return nil }
    self.entity = entity
    self.name = SwiftIdentifier.escaped(name)
    self.names = names
    order = names.document.propertyOrder(of: entity.name)
  }

  func write(to source: inout SourceText) {
    if entity.codeGeneration == .classDefinition {
      source.line("public class \(name): \(names.superclass(of: entity)) {}")
      source.line()
    }
    source.block("nonisolated extension \(name)") { source in
      writeFetchRequest(to: &source)
      PropertiesSource(self).write(to: &source)
    }
    if !names.inheritsIdentity(entity) {
      source.line()
      source.line("extension \(name): \(names.qualified("Identifiable", of: "Swift")) {}")
    }
  }

  /// The properties that the class declares or inherits from generated classes, in slot order.
  var typedProperties: [String] {
    let declaring = names.document.ancestry(of: entity.name).filter(names.isGenerated)
    let typed = Set(declaring.flatMap(\.namesOfAccessors))
    return order.filter(typed.contains)
  }

  /// The entity's own properties in slot order, each with its slot. One that an ancestor declares
  /// already is the ancestor's.
  var ownSlots: [(name: String, slot: Int)] {
    let own = Set(entity.namesOfAccessors)
    let inherited = Set(
      names.document.ancestry(of: entity.name).dropFirst().flatMap(\.ownPropertyNames))
    return order.enumerated().compactMap { slot, name in
      own.contains(name) && !inherited.contains(name) ? (name, slot) : nil
    }
  }

  private func writeFetchRequest(to source: inout SourceText) {
    let request = names.qualified("NSFetchRequest", of: "CoreData") + "<\(name)>"
    source.block("@nonobjc public class func fetchRequest() -> \(request)") {
      $0.line("\(request)(entityName: \"\(entity.name)\")")
    }
  }
}

extension EntityDocument {
  /// The own properties that generated code declares. Programs write accessors of fetched properties themselves, as Xcode
  /// leaves them to them.
  fileprivate var namesOfAccessors: [String] {
    let fetched = Set(fetchedProperties.map(\.name))
    return ownPropertyNames.filter {
      !fetched.contains($0) && !SwiftIdentifier.undeclarable.contains($0)
    }
  }
}
