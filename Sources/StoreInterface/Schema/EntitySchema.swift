// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One entity of a ``StoreSchema``.
///
/// Every list begins with what the parent has, in the parent's order, so that an index or slot of
/// an ancestor means the same in all its descendants. A row of the entity has `slotCount` slots.
package final class EntitySchema: Sendable {
  package let name: String
  /// The name that the entity had in an earlier version of the model; nil when it had none other.
  package let formerName: String?
  package let index: Int
  package let parent: Int?
  /// The topmost ancestor: the entity whose counter numbers this entity's objects.
  package let root: Int
  /// This entity and all its descendants.
  package let subtree: Range<Int>
  package let isAbstract: Bool
  package let attributes: [AttributeSchema]
  package let toOnes: [ToOneSchema]
  package let toManys: [ToManySchema]
  package let slotCount: Int
  /// Inherited and own constraints; each a list of columns whose values must be unique together
  /// among all objects of the entity that declares it (and its descendants).
  package let constraints: [ConstraintSchema]
  /// Own and inherited fetch indexes.
  package let indexes: [IndexSchema]

  package init(
    name: String, index: Int, parent: Int?, root: Int, subtree: Range<Int>, isAbstract: Bool,
    attributes: [AttributeSchema], toOnes: [ToOneSchema], toManys: [ToManySchema], slotCount: Int,
    constraints: [ConstraintSchema], indexes: [IndexSchema], formerName: String? = nil
  ) {
    self.name = name
    self.formerName = formerName
    self.index = index
    self.parent = parent
    self.root = root
    self.subtree = subtree
    self.isAbstract = isAbstract
    self.attributes = attributes
    self.toOnes = toOnes
    self.toManys = toManys
    self.slotCount = slotCount
    self.constraints = constraints
    self.indexes = indexes
  }

  /// Returns the first slot of a column.
  package func slot(of column: Column) -> Int {
    switch column {
    case .attribute(let index): attributes[index].slot
    case .toOne(let index): toOnes[index].slot
    case .key: -1
    }
  }

  /// Returns the kind of value in a column's slot.
  package func kind(of column: Column) -> SlotKind {
    switch column {
    case .attribute(let index): attributes[index].type.slotKind
    case .toOne, .key: .reference
    }
  }
}
