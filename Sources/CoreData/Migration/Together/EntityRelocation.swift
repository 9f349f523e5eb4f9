// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The wish that the objects of an entity leave the store of one configuration for that of another
/// when several stores are migrated as one. Our addition (R-PSC-970).
///
/// Their IDs lead to them afterwards, as after ``NSManagedObjectContext/move(_:to:relationships:)``.
public struct EntityRelocation: Hashable, Sendable {
  /// The name of the entity in the present model; its subentities go with it.
  public let entity: String
  /// The configuration of the store that the objects are in.
  public let source: String
  /// The configuration of the store that they go to. It has the entity in the present model.
  public let destination: String
  /// The treatment of objects that are related to these; by default they move too, and so do all
  /// objects of their entities if these leave the source with it.
  public let relationships: MovePolicy

  /// A relocation of an entity from the store of one configuration to that of another.
  public init(
    _ entity: String, from source: String, to destination: String,
    relationships: MovePolicy = .closure
  ) {
    self.entity = entity
    self.source = source
    self.destination = destination
    self.relationships = relationships
  }
}
