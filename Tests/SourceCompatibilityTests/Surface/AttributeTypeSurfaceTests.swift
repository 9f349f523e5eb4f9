// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// The numbers and spellings of types and rules of a model.
@Suite struct AttributeTypeSurfaceTests {
  private typealias Newer = NSAttributeDescription.AttributeType

  // R-MOD-100
  @Test func attributeTypesHaveApplesNumbersInBothSpellings() {
    let types: [(UInt, NSAttributeType, Newer)] = [
      (0, .undefinedAttributeType, .undefined), (100, .integer16AttributeType, .integer16),
      (200, .integer32AttributeType, .integer32), (300, .integer64AttributeType, .integer64),
      (400, .decimalAttributeType, .decimal), (500, .doubleAttributeType, .double),
      (600, .floatAttributeType, .float), (700, .stringAttributeType, .string),
      (800, .booleanAttributeType, .boolean), (900, .dateAttributeType, .date),
      (1000, .binaryDataAttributeType, .binaryData), (1100, .UUIDAttributeType, .uuid),
      (1200, .URIAttributeType, .uri), (1800, .transformableAttributeType, .transformable),
      (2000, .objectIDAttributeType, .objectID), (2100, .compositeAttributeType, .composite),
    ]
    for (number, older, newer) in types {
      #expect(older.rawValue == number)
      #expect(NSAttributeType(rawValue: number) == older)
      #expect(newer.rawValue == number)
      #expect(Newer(rawValue: number) == newer)
      #expect(Newer(older) == newer)
    }
    #expect(NSAttributeType(rawValue: 1) == nil)
  }

  @Test func bothSpellingsNameOneTypeOfAnAttribute() {
    let attribute = NSAttributeDescription()
    attribute.attributeType = .integer32AttributeType
    #expect(attribute.type == .integer32)
    attribute.type = .transformable
    #expect(attribute.attributeType == .transformableAttributeType)
  }

  @Test func rulesAndKindsHaveApplesNumbers() {
    let rules: [(UInt, NSDeleteRule)] = [
      (0, .noActionDeleteRule), (1, .nullifyDeleteRule), (2, .cascadeDeleteRule),
      (3, .denyDeleteRule),
    ]
    for (number, rule) in rules {
      #expect(NSDeleteRule(rawValue: number) == rule)
    }
    #expect(NSFetchIndexElementType(rawValue: 0) == .binary)
    #expect(NSFetchIndexElementType(rawValue: 1) == .rTree)
  }
}
