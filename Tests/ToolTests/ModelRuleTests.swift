// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// What `coredata model check` tells of attributes beside their types.
@Suite struct ModelRuleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ options: String...) throws -> Tool.Outcome {
    let file = try folder.file("model.xml", Models.rules)
    return try Tool.run(["model", "check", file.path] + options)
  }

  private func line(_ start: String) throws -> String? {
    let lines = try check().output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return lines.first { $0.hasPrefix(start + " ") }?.split(separator: " ").joined(separator: " ")
  }

  @Test(arguments: [
    ("count", "count Integer 16 scalar, default 1, 0…10"),
    ("price", "price Decimal at least 0.5"),
    ("title", "title String length 1…80, matches [A-Z].*"),
    ("code", "code String optional, length at most 8, formerly number"),
    ("added", "added Date default 2001-01-01T00:00:00Z, at least 2001-01-02T00:00:00Z"),
    ("photo", "photo Binary optional, external storage"),
    ("mood", "mood String optional, transient"),
    ("tint", "tint Transformable optional, class Tint, transformer TintTransformer"),
    ("total", "total Integer 64 optional, derived: parts.@count"),
    ("size", "size Size optional"),
    ("parts", "parts to many Thing optional, 2…5, inverse whole, on delete: cascade"),
    ("whole", "whole to Thing optional, inverse parts, on delete: nullify"),
    ("index:", "index: byTitle (title descending) where count > 0"),
  ])
  func thePropertyIsDescribed(_ name: String, _ text: String) throws {
    #expect(try line(name) == text)
  }

  @Test func theElementsOfACompositeAreListed() throws {
    let lines = try check().output.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.contains("Composite Size") })
    let elements = lines[(start + 1)...].prefix(2).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(elements == ["height Double optional, at least 0", "width Double optional"])
  }

  @Test func theJSONHasTheRules() throws {
    let report = try check("--json").json()
    let entity = try #require((report["entities"] as? [[String: Any]])?.first)
    let attributes = try #require(entity["attributes"] as? [[String: Any]])
    func attribute(_ name: String) throws -> [String: Any] {
      try #require(attributes.first { $0["name"] as? String == name })
    }
    #expect(try attribute("tint")["transformer"] as? String == "TintTransformer")
    #expect(try attribute("tint")["class"] as? String == "Tint")
    #expect(try attribute("photo")["externalStorage"] as? Bool == true)
    #expect(try attribute("total")["derived"] as? Bool == true)
    #expect(try attribute("added")["minimum"] as? String == "2001-01-02T00:00:00Z")
    let composites = try #require(report["composites"] as? [[String: Any]])
    #expect(composites.map { $0["name"] as? String } == ["Size"])
    #expect((composites.first?["attributes"] as? [[String: Any]])?.count == 2)
  }
}

extension Models {
  /// An entity with every rule that an attribute may have.
  fileprivate static let rules = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Thing" representedClassName="Thing">
            <attribute name="count" attributeType="Integer 16" defaultValueString="1" minValueString="0" maxValueString="10" usesScalarValueType="YES"/>
            <attribute name="price" attributeType="Decimal" minValueString="0.5"/>
            <attribute name="title" attributeType="String" minValueString="1" maxValueString="80" regularExpressionString="[A-Z].*"/>
            <attribute name="code" optional="YES" attributeType="String" maxValueString="8" elementID="number"/>
            <attribute name="added" attributeType="Date" defaultDateTimeInterval="0" minDateTimeInterval="86400"/>
            <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="mood" optional="YES" transient="YES" attributeType="String"/>
            <attribute name="tint" optional="YES" attributeType="Transformable" customClassName="Tint" valueTransformerName="TintTransformer"/>
            <attribute name="total" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="parts.@count"/>
            <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
            <relationship name="parts" optional="YES" toMany="YES" minCount="2" maxCount="5" deletionRule="Cascade" destinationEntity="Thing" inverseName="whole" inverseEntity="Thing"/>
            <relationship name="whole" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Thing" inverseName="parts" inverseEntity="Thing"/>
            <fetchIndex name="byTitle" partialIndexPredicate="count &gt; 0">
                <fetchIndexElement property="title" type="Binary" order="descending"/>
            </fetchIndex>
        </entity>
        <composite name="Size">
            <attribute name="height" optional="YES" attributeType="Double" minValueString="0"/>
            <attribute name="width" optional="YES" attributeType="Double"/>
        </composite>
    </model>
    """
}
