// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The profile that a sample of existing stores gives of the data: the amount of everything.
struct StoreProfile: Codable {
  /// By entity.
  var entities: [String: EntityProfile] = [:]

  /// All objects of the stores.
  var objects: Int { entities.values.reduce(0) { $0 + $1.count } }
}

/// One entity, without its subentities.
struct EntityProfile: Codable {
  var count = 0
  /// How many objects were looked at.
  var sampled = 0
  /// By attribute; elements of composites by their path.
  var fields: [String: FieldProfile] = [:]
  /// By relationship.
  var relationships: [String: RelationshipProfile] = [:]
}

/// One attribute.
struct FieldProfile: Codable {
  var nilShare = 0.0
  /// Characters of texts, bytes of data.
  var meanLength: Double?
  /// Of numbers, and of dates as seconds since the reference date.
  var lowest: Double?
  var highest: Double?
  /// Different values by values; 1 when all differ. nil for values that are not compared.
  var distinctShare: Double?
}

/// One relationship.
struct RelationshipProfile: Codable {
  /// Objects without any, by all.
  var nilShare = 0.0
  /// Members on average.
  var meanDegree = 0.0
}
