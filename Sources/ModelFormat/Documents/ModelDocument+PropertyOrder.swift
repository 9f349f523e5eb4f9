// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelDocument {
  /// Returns the names of an entity's properties in the order of their slots: the parent's in its
  /// order, from the root down, then the entity's own of all kinds by ascending UTF-8 bytes.
  ///
  /// An unknown name gives no properties; a cycle of parents ends where it closes.
  package func propertyOrder(of entityName: String) -> [String] {
    ancestry(of: entityName).reversed().flatMap { entity in
      PropertyOrder.sorted(entity.ownPropertyNames)
    }
  }

  /// Returns the entity of that name, then its parent, and so on up to the root. A cycle of parents
  /// ends where it closes.
  package func ancestry(of entityName: String) -> [EntityDocument] {
    var chain: [EntityDocument] = []
    var next: String? = entityName
    while let name = next, !chain.contains(where: { $0.name == name }),
      let entity = entity(named: name)
    {
      chain.append(entity)
      next = entity.parentName
    }
    return chain
  }
}
