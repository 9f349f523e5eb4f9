// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat
import Testing

/// What must not, and what must, change a version hash.
struct VersionHashInvarianceTests {
  private static let base = Samples.model(
    Samples.entity(
      "Thing",
      attributes: [Samples.attribute("count", .integer32), Samples.attribute("data", .binaryData)],
      relationships: [Samples.relationship("other", to: "Thing", inverse: nil, max: 1)]))

  private func hash(_ change: (inout EntityDocument) -> Void) -> String {
    var model = Self.base
    change(&model.entities[0])
    return model.versionChecksum
  }

  @Test func whatIsNotStoredDoesNotCount() {  // R-MOD-359, R-MOD-148, R-MOD-178, R-MOD-108
    let changed = hash { entity in
      entity.className = "App.Thing"
      entity.codeGeneration = .category
      entity.renamingIdentifier = "OldThing"
      entity.userInfo = ["key": "value"]
      entity.fetchIndexes = [FetchIndexDocument(propertyNames: ["count"])]
      entity.compoundIndexes = [["count"]]
      entity.fetchedProperties = [FetchedPropertyDocument(name: "fetched")]
      entity.attributes[0].defaultValueString = "1"
      entity.attributes[0].minValueString = "0"
      entity.attributes[0].usesScalarValueType = true
      entity.attributes[0].renamingIdentifier = "oldCount"
      entity.attributes[0].isIndexed = true
      entity.attributes[0].valueTransformerName = "Transformer"
      entity.attributes[0].customClassName = "Custom"
      entity.relationships[0].deletionRule = .cascade
    }
    #expect(changed == Self.base.versionChecksum)
  }

  @Test func whatIsStoredCounts() {
    let changed = [
      hash { $0.isAbstract = true },
      hash { $0.versionHashModifier = "2" },  // R-MOD-054, R-MOD-358
      hash { $0.uniquenessConstraints = [["count"]] },
      hash { $0.attributes[0].isOptional = true },
      hash { $0.attributes[0].kind = .integer64 },
      hash { $0.attributes[0].versionHashModifier = "2" },
      hash { $0.attributes[1].allowsExternalBinaryDataStorage = true },  // R-MOD-105
      hash { $0.relationships[0].isOrdered = true },  // R-MOD-149
      hash { $0.relationships[0].maxCount = 0 },
      hash { $0.relationships[0].minCount = 1 },
      hash { $0.relationships[0].inverseName = "other" },
    ]
    #expect(Set(changed + [Self.base.versionChecksum]).count == changed.count + 1)
  }

  @Test func changingAnAncestorChangesItsDescendantsOnly() {  // R-MOD-361, R-MOD-362
    var model = Samples.model(
      Samples.entity("Root", attributes: [Samples.attribute("name")]),
      Samples.entity("Leaf", parent: "Root"),
      Samples.entity(
        "Bystander", attributes: [],
        relationships: [Samples.relationship("root", to: "Root", inverse: nil, max: 1)]))
    let before = model.entityVersionHashes()
    model.entities[0].attributes[0].isOptional = true
    let after = model.entityVersionHashes()
    #expect(before["Leaf"] != after["Leaf"])
    #expect(before["Bystander"] == after["Bystander"])
  }

  @Test func theElementsOfACompositeCount() {  // R-MOD-363
    let place = Samples.attribute("place", .composite) { $0.compositeName = "Place" }
    var model = Samples.model(Samples.entity("Thing", attributes: [place]))
    model.composites = [CompositeDocument(name: "Place", attributes: [Samples.attribute("x")])]
    let before = model.versionChecksum
    model.composites[0].attributes[0].kind = .double
    #expect(model.versionChecksum != before)
  }

  @Test func theDerivationOfAnAttributeCounts() {  // R-MOD-365
    let plain = hash { $0.attributes[0].isDerived = false }
    let derived = hash {
      $0.attributes[0].isDerived = true
      $0.attributes[0].derivationExpression = "others.@count"
    }
    #expect(derived != plain)
  }

  @Test func aCycleOfParentsEnds() {
    let model = Samples.model(
      Samples.entity("A", parent: "B"), Samples.entity("B", parent: "A"))
    #expect(model.entityVersionHashes().count == 2)
  }
}
