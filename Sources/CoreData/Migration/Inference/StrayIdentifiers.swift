// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Renaming identifiers that name nothing in the former version, of elements whose namesakes there are
/// given up with all they hold: mostly a mistake, which is to be seen before data are gone (R-PSC-534).
struct StrayIdentifiers {
  private let match: ModelMatch

  init(_ match: ModelMatch) { self.match = match }

  /// A sentence for each.
  var sentences: [String] {
    let entities = match.added.compactMap { entity in
      hint(for: entity).map { "The entity \(entity.name ?? "") is a new one: \($0)." }
    }
    let properties = match.pairs.flatMap { pair in
      pair.destination.properties.compactMap { property in
        hint(for: property, in: pair).map {
          "\(pair.destination.name ?? "").\(property.name) is a new property: \($0)."
        }
      }
    }
    return entities + properties
  }

  /// Why an entity does not take over the objects of its namesake; nil for any other entity.
  func hint(for entity: NSEntityDescription) -> String? {
    guard match.removed.contains(where: { $0.name == entity.name }) else { return nil }
    let sources = match.removed + match.pairs.map(\.source)
    return Self.hint(entity.renamingIdentifier, sources.map { [$0.name, $0.renamingIdentifier] })
  }

  /// The same of a property.
  func hint(for property: NSPropertyDescription, in pair: ModelMatch.EntityPair) -> String? {
    let sources = ModelMatch.stored(pair.source)
    guard pair.properties[property.name] == nil,
      pair.destination.superentity?.propertiesByName[property.name] == nil,
      sources.contains(where: { $0.name == property.name }),
      ModelMatch.stored(pair.destination).contains(where: { $0 === property }),
      !pair.properties.values.contains(where: { $0.name == property.name })
    else { return nil }
    return Self.hint(property.renamingIdentifier, sources.map { [$0.name, $0.renamingIdentifier] })
  }

  /// - Parameter known: the names and identifiers of the former version.
  private static func hint(_ identifier: String?, _ known: [[String?]]) -> String? {
    guard !known.joined().contains(identifier) else { return nil }
    return
      "its renaming identifier '\(identifier ?? "")' names nothing of the former version, and what has "
      + "its name there is given up"
  }
}
