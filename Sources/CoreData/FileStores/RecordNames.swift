// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The names of a model in a file.
final class RecordNames {
  /// A stored attribute that is no composite: with its path of names, which has more than one only
  /// within a composite.
  struct Place {
    let path: [String]
    let attribute: NSAttributeDescription
  }

  /// The properties of an entity.
  struct Properties {
    let places: [Place]
    let attributes: NameTable<Place>
    let relationships: NameTable<NSRelationshipDescription>
    /// By name.
    let ordered: [NSRelationshipDescription]
  }

  let entities: NameTable<NSEntityDescription>
  private let spelling: NameSpelling
  private var known: [String: Properties] = [:]

  init(_ entities: [NSEntityDescription], spelling: NameSpelling) {
    self.spelling = spelling
    let isFolded = spelling == .folded
    self.entities = NameTable(
      entities.map { ($0.name ?? "", $0) }, fold: { isFolded ? $0.uppercased() : $0 })
  }

  func properties(of entity: NSEntityDescription) -> Properties {
    if let properties = known[entity.name ?? ""] { return properties }
    let isFolded = spelling == .folded
    let fold: (String) -> String = { isFolded ? $0.lowercased() : $0 }
    let places = entity.attributesByName.values.sorted { $0.name < $1.name }
      .filter { !$0.isTransient }.flatMap { RecordNames.places($0, []) }
    let relationships = entity.relationshipsByName.values.sorted { $0.name < $1.name }
      .filter { !$0.isTransient }
    let properties = Properties(
      places: places,
      attributes: NameTable(
        places.map { ($0.path.joined(separator: "."), $0) }, fold: fold),
      relationships: NameTable(relationships.map { ($0.name, $0) }, fold: fold),
      ordered: relationships)
    known[entity.name ?? ""] = properties
    return properties
  }

  private static func places(_ attribute: NSAttributeDescription, _ path: [String]) -> [Place] {
    let path = path + [attribute.name]
    guard let composite = attribute as? NSCompositeAttributeDescription else {
      return [Place(path: path, attribute: attribute)]
    }
    return composite.elements.flatMap { places($0, path) }
  }
}

extension RecordNames.Place {
  /// Returns the value of a node there.
  func value(of node: NSAtomicStoreCacheNode) -> Any? {
    var value = path.first.flatMap(node.value(forKey:))
    for name in path.dropFirst() { value = (value as? [String: Any])?[name] }
    return value is NSNull ? nil : value
  }

  /// Sets it, in a node that is being made.
  func set(_ value: Any, in node: NSAtomicStoreCacheNode) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return node.setValue(value, forKey: first) }
    let composite = node.value(forKey: first) as? [String: Any] ?? [:]
    node.setValue(Self.adding(value, path.dropFirst(), to: composite), forKey: first)
  }

  private static func adding(
    _ value: Any, _ path: ArraySlice<String>, to composite: [String: Any]
  ) -> [String: Any] {
    var composite = composite
    guard let first = path.first else { return composite }
    composite[first] =
      path.count == 1
      ? value : adding(value, path.dropFirst(), to: composite[first] as? [String: Any] ?? [:])
    return composite
  }
}
