// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension StoreError {
  /// The error of objects that have values in common which are to be unique.
  ///
  /// - Parameters:
  ///   - objects: some of them.
  ///   - entity: the entity that has the constraint.
  ///   - constraint: an index of its `constraints`.
  package init(
    duplicates objects: [ObjectKey], of entity: EntitySchema, constraint: Int, store: String
  ) {
    let names = entity.constraints[constraint].columns.map { column in
      switch column {
      case .attribute(let index): entity.attributes[index].name
      case .toOne(let index): entity.toOnes[index].name
      case .key: "self"
      }
    }
    let numbers = objects.prefix(3).map { String($0.number) }.joined(separator: ", ")
    self.init(
      .duplicates, store: store,
      message:
        "objects of the entity \(entity.name) have the same \(names.joined(separator: ", ")), "
        + "which must be unique in the new version of the model: \(numbers)")
  }

  /// An object that has several related objects by a link of the source where the new version keeps one.
  ///
  /// - Parameter side: where objects have several.
  package init(
    severalMembers number: Int64, in link: LinkSchema, on side: LinkSide, of schema: StoreSchema,
    store: String
  ) {
    let isFirst = side == .first
    self.init(
      severalMembers: number,
      of: schema.entities[isFirst ? link.firstEntity : link.secondEntity],
      in: isFirst ? link.firstName : link.secondName ?? link.firstName, store: store)
  }

  /// An object that has several related objects where the new version keeps one.
  ///
  /// - Parameters:
  ///   - number: the object's.
  ///   - entity: that of the object (or an ancestor).
  ///   - relationship: its name in either version.
  package init(
    severalMembers number: Int64, of entity: EntitySchema, in relationship: String, store: String
  ) {
    self.init(
      .severalMembers, store: store,
      message:
        "the object \(number) of the entity \(entity.name) is related to several objects, by "
        + "\(relationship) or its inverse, of which the new version of the model keeps one. Relate it to "
        + "one, or give the relationship an inverse that leads to many")
  }
}
