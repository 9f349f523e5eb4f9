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
}
