// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat
import Testing

struct PropertyOrderTests {
  @Test func inheritedPropertiesComeFirstFromTheRootDown() {
    let model = Samples.model(
      Samples.entity("Leaf", parent: "Middle", attributes: [Samples.attribute("alpha")]),
      Samples.entity("Middle", parent: "Root", attributes: [Samples.attribute("beta")]),
      Samples.entity("Root", attributes: [Samples.attribute("zeta"), Samples.attribute("eta")]))
    #expect(model.propertyOrder(of: "Leaf") == ["eta", "zeta", "beta", "alpha"])
  }

  @Test func ownPropertiesOfAllKindsShareOneOrder() {
    var entity = Samples.entity(
      "Thing",
      attributes: [Samples.attribute("m"), Samples.attribute("Z"), Samples.attribute("é")],
      relationships: [Samples.relationship("b", to: "Thing", inverse: nil, max: 1)])
    entity.fetchedProperties = [FetchedPropertyDocument(name: "a")]
    #expect(Samples.model(entity).propertyOrder(of: "Thing") == ["Z", "a", "b", "m", "é"])
  }

  @Test func anUnknownEntityHasNoProperties() {
    #expect(Samples.model().propertyOrder(of: "Nothing").isEmpty)
  }

  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c),
      ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func nameHashesAreFNV1a(name: String, hash: UInt64) {
    #expect(PropertyNameHash.of(name) == hash)
  }
}
