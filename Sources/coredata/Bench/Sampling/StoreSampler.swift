// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ModelFormat

/// Looks at an existing store, without changing it: counts of everything, the rest from samples.
struct StoreSampler {
  private let stack: ReadingStack
  private let model: BenchModel

  /// Objects of an entity whose attributes are read, and whose relationships are counted.
  private static let sample = 500
  private static let relatedSample = 200

  /// Fails when the store was made with another model.
  init(store: URL, model path: String) throws {
    model = try BenchModel(path: path)
    stack = try ReadingStack(store: store, model: path)
  }

  /// Adds what the store has; entities of several stores are added up.
  func sample(into profile: inout StoreProfile) throws {
    for entity in stack.entities where !entity.isAbstract {
      guard let name = entity.name else { continue }
      let count = try stack.count(of: entity)
      profile.entities[name, default: EntityProfile()].count += count
      guard count > profile.entities[name]?.sampled ?? 0 else { continue }
      let objects = try stack.sample(of: entity, count: count, limit: Self.sample)
      var found = EntityProfile()
      found.count = profile.entities[name]?.count ?? count
      found.sampled = objects.count
      found.fields = fields(of: entity, objects)
      found.relationships = relationships(of: entity, Array(objects.prefix(Self.relatedSample)))
      profile.entities[name] = found
    }
  }

  // MARK: - Attributes

  private func fields(
    of entity: NSEntityDescription, _ objects: [NSManagedObject]
  ) -> [String: FieldProfile] {
    guard !objects.isEmpty else { return [:] }
    var profiles: [String: FieldProfile] = [:]
    for field in model.fields(of: entity).joined() where field.kind != .transformable {
      guard !field.attribute.isTransient else { continue }
      let values = objects.map { object in Self.value(of: object, at: field.path) }
      profiles[field.name] = Self.profile(of: values)
    }
    return profiles
  }

  private static func value(of object: NSManagedObject, at path: [String]) -> Any? {
    var value = path.first.flatMap { object.value(forKey: $0) }
    for name in path.dropFirst() { value = (value as? [String: Any])?[name] }
    return value
  }

  static func profile(of values: [Any?]) -> FieldProfile {
    var profile = FieldProfile()
    let present = values.compactMap { $0 }
    profile.nilShare = Double(values.count - present.count) / Double(max(1, values.count))
    guard !present.isEmpty else { return profile }
    let lengths = present.compactMap(length)
    if !lengths.isEmpty {
      profile.meanLength = Double(lengths.reduce(0, +)) / Double(lengths.count)
    }
    let numbers = present.compactMap(number).filter(\.isFinite)
    profile.lowest = numbers.min()
    profile.highest = numbers.max()
    let distinct = Set(present.map { "\($0)" }).count
    profile.distinctShare = Double(distinct) / Double(present.count)
    return profile
  }

  private static func length(_ value: Any) -> Int? {
    (value as? String)?.utf16.count ?? (value as? Data)?.count
  }

  private static func number(_ value: Any) -> Double? {
    (value as? Date)?.timeIntervalSinceReferenceDate ?? (value as? NSNumber)?.doubleValue
  }

  // MARK: - Relationships

  private func relationships(
    of entity: NSEntityDescription, _ objects: [NSManagedObject]
  ) -> [String: RelationshipProfile] {
    guard !objects.isEmpty else { return [:] }
    return entity.relationshipsByName.filter { !$0.value.isTransient }.mapValues { relationship in
      let degrees = objects.map { $0.objectIDs(forRelationshipNamed: relationship.name).count }
      return RelationshipProfile(
        nilShare: Double(degrees.filter { $0 == 0 }.count) / Double(degrees.count),
        meanDegree: Double(degrees.reduce(0, +)) / Double(degrees.count))
    }
  }
}
