// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Which entities and properties of two versions of a model are the same.
struct ModelMatch {
  /// An entity of both versions.
  struct EntityPair {
    let source: NSEntityDescription
    let destination: NSEntityDescription
    /// The stored properties of the source by the names of the destination's, inherited ones included.
    let properties: [String: NSPropertyDescription]
  }

  /// Ascending by the name in the destination.
  let pairs: [EntityPair]
  /// Entities that only one of the versions has, ascending by name.
  let added: [NSEntityDescription]
  let removed: [NSEntityDescription]
  /// Why some elements have no partner that is the only one.
  let problems: [InferenceProblem]
  private let places: [String: Int]
  private let successors: [String: Int]

  /// - Parameters:
  ///   - sources: entities of one version.
  ///   - destinations: entities of another version.
  init(from sources: [NSEntityDescription], to destinations: [NSEntityDescription]) {
    let matching = ElementMatching(
      from: sources, to: destinations, name: { $0.name ?? "" },
      identifier: { $0.renamingIdentifier ?? "" })
    var problems = matching.ambiguities.map {
      InferenceProblem.ambiguousEntities(destinations: $0.destinations, sources: $0.sources)
    }
    var pairs: [EntityPair] = []
    for entity in ModelNames.sorted(destinations) {
      guard let source = matching.sources[entity.name ?? ""] else { continue }
      let properties = ElementMatching(
        from: Self.stored(source), to: Self.stored(entity), name: \.name,
        identifier: { $0.renamingIdentifier ?? "" }, isCopied: Self.isCopied)
      problems += properties.ambiguities.map {
        .ambiguousProperties(
          entity: entity.name ?? "", destinations: $0.destinations, sources: $0.sources)
      }
      pairs.append(
        EntityPair(source: source, destination: entity, properties: properties.sources))
    }
    self.init(pairs: pairs, problems: problems, from: sources, to: destinations)
  }

  /// - Parameter pairs: ascending by the name in the destination; each entity is in one at most.
  init(
    pairs: [EntityPair], problems: [InferenceProblem] = [],
    from sources: [NSEntityDescription], to destinations: [NSEntityDescription]
  ) {
    self.pairs = pairs
    self.problems = problems
    places = Dictionary(
      uniqueKeysWithValues: pairs.enumerated().map { ($1.destination.name ?? "", $0) })
    successors = Dictionary(
      uniqueKeysWithValues: pairs.enumerated().map { ($1.source.name ?? "", $0) })
    let (places, successors) = (places, successors)
    added = ModelNames.sorted(destinations.filter { places[$0.name ?? ""] == nil })
    removed = ModelNames.sorted(sources.filter { successors[$0.name ?? ""] == nil })
  }

  /// True for what may come of one attribute with others. A value in a file of its own has one owner.
  private static func isCopied(_ property: NSPropertyDescription) -> Bool {
    guard let attribute = property as? NSAttributeDescription else { return false }
    return !attribute.allowsExternalBinaryDataStorage
  }

  /// Returns the properties of an entity that stores keep.
  static func stored(_ entity: NSEntityDescription) -> [NSPropertyDescription] {
    entity.properties.filter {
      !$0.isTransient && ($0 is NSAttributeDescription || $0 is NSRelationshipDescription)
    }
  }

  /// Returns the pair of an entity of the destination; nil for a new one.
  func pair(ofDestination name: String) -> EntityPair? { places[name].map { pairs[$0] } }

  /// Returns the pair of an entity of the source; nil for one that is gone.
  func pair(ofSource name: String) -> EntityPair? { successors[name].map { pairs[$0] } }
}

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
