// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How a history names properties of the entities of a schema: by their places in the order of their
/// names.
package struct HistoryLayout: Sendable {
  package struct Entity: Sendable {
    /// The names of all stored properties, inherited ones too, ascending. A composite attribute has
    /// one place.
    package let properties: [String]
    /// The attributes whose values outlive their objects, ascending by name: indexes of
    /// ``EntitySchema/attributes``.
    package let preserved: [Int]
    /// By slot of a row: the place of the property that is in it; −1 for positions in orders.
    private let bySlot: [Int]
    private let byToMany: [Int]

    fileprivate init(_ entity: EntitySchema) {
      let attributes = entity.attributes.map { HistoryLayout.propertyName($0.name) }
      let names = attributes + entity.toOnes.map(\.name) + entity.toManys.map(\.name)
      properties = Set(names).sorted()
      let places = Dictionary(uniqueKeysWithValues: zip(properties, properties.indices))
      var bySlot = Array(repeating: -1, count: entity.slotCount)
      for (attribute, name) in zip(entity.attributes, attributes) {
        bySlot[attribute.slot] = places[name] ?? -1
      }
      for toOne in entity.toOnes { bySlot[toOne.slot] = places[toOne.name] ?? -1 }
      self.bySlot = bySlot
      byToMany = entity.toManys.map { places[$0.name] ?? -1 }
      preserved = entity.attributes.indices.filter { entity.attributes[$0].isPreserved }
        .sorted { entity.attributes[$0].name < entity.attributes[$1].name }
    }

    /// Returns the places of what is in some slots.
    package func places(of slots: SlotSet) -> SlotSet {
      var places = SlotSet()
      slots.forEach { slot in
        let place = slot < bySlot.count ? bySlot[slot] : -1
        if place >= 0 { places.insert(place) }
      }
      return places
    }

    /// Returns the place of a to-many relationship, given by its index.
    package func place(ofToMany index: Int) -> Int { byToMany[index] }
  }

  /// By index of the schema's entities.
  package let entities: [Entity]

  /// Returns the property that an attribute of the schema belongs to: leaves of a composite are attributes
  /// named `composite.element`.
  package static func propertyName(_ name: String) -> String {
    name.firstIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  init(_ schema: StoreSchema) { entities = schema.entities.map(Entity.init) }
}
